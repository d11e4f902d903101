// Shows the panel of the collection that the address names (`?chain=&address=`), else of the
// one that is minted most now.
const asked = new URLSearchParams(location.search)
const shown = await chosen()
const what = document.querySelector('#what')
if (shown) {
  what.textContent = `The panels show ${shown.name}.`
  for (const slot of document.querySelectorAll('.slot')) slot.append(panelOf(slot))
  document.querySelector('#code').textContent = codeOf(shown)
} else {
  what.textContent = 'There is no collection here yet. Create one and come back.'
}

async function chosen() {
  const [chain, address] = [asked.get('chain'), asked.get('address')]
  if (chain && address) return { chain, address, name: address }
  const answer = await fetch('/api/contract/list?sort_by=trending')
  if (!answer.ok) return undefined
  const { data } = await answer.json()
  const row = data.find(({ state }) => state === 'live') ?? data[0]
  return row && { chain: row.chain_alias, address: row.contract_address, name: row.name }
}

function panelOf(slot) {
  const panel = document.createElement('platemark-mint')
  const { chain, address } = shown
  const attributes = { chain, address, theme: slot.dataset.theme, ref: asked.get('ref') }
  for (const [name, value] of Object.entries(attributes)) {
    if (value) panel.setAttribute(name, value)
  }
  return panel
}

function codeOf({ chain, address }) {
  return [
    `<script type="module" src="${location.origin}/widget/platemark-mint.js"></script>`,
    `<platemark-mint chain="${chain}" address="${address}" theme="auto"></platemark-mint>`,
  ].join('\n')
}
