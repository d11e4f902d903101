import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { localNetwork as network } from '../../../test/networks.ts'
import { findNetwork } from './find-network.ts'
import { UnsupportedNetwork } from './unsupported-network.tsx'

const config = { networks: [network, { ...network, id: 2, name: 'Second' }] }

test('a network of the instance is found by its id', () => {
  expect(findNetwork(config, 2).network?.name).toBe('Second')
})

test('the dialog of an unlisted network names its id, and the networks of the site', () => {
  const { message = '' } = findNetwork(config, 5)
  const html = renderToStaticMarkup(
    createElement(UnsupportedNetwork, { config, message, onClose: () => {} }),
  )
  expect(html).toContain('role="alert"')
  expect(html).toContain('Chain 5 not supported')
  expect(html).toContain('This site works on Local, Second.')
  expect(html).toContain('Close')
})
