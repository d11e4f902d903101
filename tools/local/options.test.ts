import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { OptionError, readOptions } from './options.ts'

test('without options everything has its default', () => {
  expect(readOptions([])).toEqual({
    port: 3000,
    chainPort: 8545,
    host: '127.0.0.1',
    dataFolder: resolve('data'),
    isReset: false,
    isEmpty: false,
    isDevelopment: false,
    hasAbstract: false,
  })
})

test('every option is read', () => {
  const args =
    '--port 4000 --chain-port=9545 --host 0.0.0.0 --data /tmp/x --reset --empty --dev --abstract'
  expect(readOptions(args.split(' '))).toEqual({
    port: 4000,
    chainPort: 9545,
    host: '0.0.0.0',
    dataFolder: '/tmp/x',
    isReset: true,
    isEmpty: true,
    isDevelopment: true,
    hasAbstract: true,
  })
  expect(readOptions(['--help'])).toBe('help')
  expect(readOptions(['-h'])).toBe('help')
})

test.each([
  [['--port', 'x'], '--port: x is not a port from 1 to 65535.'],
  [['--port', '0'], '--port: 0 is not a port from 1 to 65535.'],
  [['--port', '70000'], '--port: 70000 is not a port from 1 to 65535.'],
  [['--chain-port', '65535'], 'leaves no port for the second chain'],
  [['--port', '8546'], 'is also a port of the chains (8545 and 8546)'],
  [['--port', '8548', '--abstract'], 'is also a port of the chains (8545 to 8548)'],
  [['--prot', '1'], 'See npm start -- --help'],
  [['--port'], 'See npm start -- --help'],
  [['extra'], 'See npm start -- --help'],
])('%j is refused in a sentence', (args, sentence) => {
  expect(() => readOptions(args)).toThrow(OptionError)
  expect(() => readOptions(args)).toThrow(sentence)
})
