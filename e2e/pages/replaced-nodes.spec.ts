import { expect, hydrated, test } from '../fixtures/stack.ts'

/** Changes of other programs to a paragraph of a text, an element and two texts. */
const changes = {
  'nothing was changed': () => {},
  'a text was replaced': ({ third, wrap }: Parts) => third.replaceWith(wrap(' THREE')),
  'every text was replaced': ({ first, third, fourth, wrap }: Parts) => {
    for (const text of [first, third, fourth]) text.replaceWith(wrap(text.data))
  },
  'a text was replaced twice': ({ third, wrap }: Parts) => {
    const before = wrap(' THREE')
    third.replaceWith(before)
    before.replaceWith(wrap(' Three'))
  },
  'a translation was inserted before a text, which was removed': (parts: Parts) => {
    parts.third.before(parts.wrap(' THREE'))
    parts.third.remove()
  },
  'translations were inserted after texts, which were removed': (parts: Parts) => {
    for (const text of [parts.third, parts.fourth]) {
      text.after(parts.wrap(text.data))
      text.remove()
    }
  },
  'a text was removed, and its translation inserted': (parts: Parts) => {
    parts.third.remove()
    parts.fourth.before(parts.wrap(' THREE'))
  },
  'a text was wrapped': ({ third, wrap }: Parts) => {
    const wrapper = wrap('')
    third.before(wrapper)
    wrapper.append(third)
  },
  'two texts were wrapped together': ({ third, fourth, wrap }: Parts) => {
    const wrapper = wrap('')
    third.before(wrapper)
    wrapper.append(third, fourth)
  },
  'two texts became one translation': ({ third, fourth, wrap }: Parts) => {
    third.replaceWith(wrap(' THREE FOUR'))
    fourth.remove()
  },
  'the element was replaced': ({ second, wrap }: Parts) =>
    second.replaceWith(wrap(' TWO')),
  'the element was wrapped': ({ second, wrap }: Parts) => {
    const wrapper = wrap('')
    second.before(wrapper)
    wrapper.append(second)
  },
  'the text content was replaced': ({ parent }: Parts) => {
    parent.textContent = 'ONE TWO THREE FOUR'
  },
}

/** Later uses of these nodes by React. */
const uses = {
  'removes a text': ({ parent, third }: Parts) => parent.removeChild(third),
  'removes the element': ({ parent, second }: Parts) => parent.removeChild(second),
  'removes every node': ({ parent, first, second, third, fourth }: Parts) => {
    for (const node of [first, second, third, fourth]) parent.removeChild(node)
  },
  'inserts before a text': ({ parent, third }: Parts) =>
    parent.insertBefore(document.createElement('i'), third).append('new '),
  'inserts before the element': ({ parent, second }: Parts) =>
    parent.insertBefore(document.createTextNode('new '), second),
  'moves a text to the front': ({ parent, first, third }: Parts) =>
    parent.insertBefore(third, first),
  'moves a text to the end': ({ parent, third }: Parts) => parent.appendChild(third),
  'updates a text': ({ third }: Parts) => {
    third.nodeValue = ' 3'
  },
  'hides and shows a text': ({ third }: Parts) => {
    third.nodeValue = ''
    third.nodeValue = ' three'
  },
}

type Parts = {
  parent: HTMLElement
  first: Text
  second: HTMLElement
  third: Text
  fourth: Text
  wrap(text: string): HTMLElement
}

test('nodes that were replaced, wrapped or removed are used like untouched ones', async ({
  page,
}) => {
  await page.goto('/about')
  await hydrated(page)
  // As source text, because the page's policy refuses functions made of text.
  const source = `(${compare})(${toSource(changes)}, ${toSource(uses)})`
  expect(await page.evaluate(source)).toEqual([])
})

function toSource(functions: Record<string, (parts: Parts) => unknown>): string {
  const rows = Object.entries(functions).map(([name, one]) => `"${name}": ${one}`)
  return `{ ${rows.join(', ')} }`
}

/**
 * Returns the pairs of change and use after which the text, apart from its case, differs
 * from that after the use alone. Runs in the page.
 */
async function compare(
  changes: Record<string, (parts: Parts) => unknown>,
  uses: Record<string, (parts: Parts) => unknown>,
) {
  const build = (): Parts => {
    const parent = document.body.appendChild(document.createElement('p'))
    const [first, third, fourth] = ['one', ' three', ' four'].map(
      (text) => new Text(text),
    ) as [Text, Text, Text]
    const second = document.createElement('b')
    second.append(' two')
    parent.append(first, second, third, fourth)
    const wrap = (text: string) => {
      const outer = document.createElement('font')
      outer.append(document.createElement('font'))
      outer.firstElementChild?.append(text)
      return outer
    }
    return { ...{ parent, first, second, third, fourth }, wrap }
  }
  const differences: string[] = []
  for (const [changeName, change] of Object.entries(changes)) {
    for (const [useName, use] of Object.entries(uses)) {
      const [untouched, changed] = [build(), build()]
      change(changed)
      // The page reacts at once, or in a later task.
      if (useName.length % 2) await new Promise((resume) => setTimeout(resume))
      let shown = ''
      try {
        use(changed)
        shown = (changed.parent.textContent ?? '').toLowerCase()
      } catch (error) {
        shown = String(error)
      }
      use(untouched)
      const expected = untouched.parent.textContent ?? ''
      if (shown !== expected) {
        differences.push(`${changeName}, React ${useName}: ${shown} | ${expected}`)
      }
      untouched.parent.remove()
      changed.parent.remove()
    }
  }
  return differences
}
