/** How a window of the stand-in isolates itself, which cuts it off from its opener. */
export type Isolation =
  | 'none'
  | 'same-origin'
  | 'same-origin-allow-popups'
  | 'noopener-allow-popups'

/** Returns the window of the stand-in, with the name of its wallet. */
export function providerPage(name: string, purpose: 'connect' | 'transact'): string {
  const question =
    purpose === 'connect' ? 'Share your account with' : 'Answer the request of'
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${name}</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem; color: #1c1b19; background: #fff }
  button, a { font: inherit; padding: 0.5rem 1rem; margin-right: 0.5rem }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #f2f0ea; padding: 1rem }
</style>
<h1>${name}</h1>
<p>${question} <b id="requester"></b>?</p>
<pre id="request" hidden></pre>
<p><button id="approve">Approve</button><button id="decline">Decline</button></p>
<p><a id="login" href="">Log in first</a></p>
<p role="status" id="status">Test wallet of this computer. It holds no real funds.</p>
<script type="module">
  const query = new URLSearchParams(location.search)
  const requester = query.get('requester_origin') ?? ''
  const show = (id, text) => Object.assign(document.getElementById(id), { textContent: text, hidden: false })
  show('requester', requester)
  document.getElementById('login').href = '/login?back=' + encodeURIComponent(location.href)
  const post = async (path) => (await fetch(path + location.search, { method: 'POST' })).json()
  const finish = async (path) => {
    const message = await post(path)
    if (opener) opener.postMessage(message, requester)
    show('status', opener ? 'Done.' : 'The browser cut the connection to the page. Close this window.')
  }
  document.getElementById('approve').onclick = () => finish('/${purpose}')
  document.getElementById('decline').onclick = () => finish('/decline')
  if ('${purpose}' === 'transact') show('request', JSON.stringify(await post('/request'), null, 2))
</script>
</html>
`
}

/** Returns the page of a login, which leads back to the window. */
export function loginPage(back: string): string {
  const href = back.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Log in</title>
<h1>Log in</h1>
<p><a id="back" href="${href}">Continue</a></p>
</html>
`
}
