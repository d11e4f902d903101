import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort, portProblem } from './ports.ts'

const use = { holds: 'the web app', option: '--port' }

test('a port in use is named with the option that changes it', async () => {
  const server = createServer()
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(address !== null && typeof address === 'object' ? address.port : 0)
    })
  })
  expect(await portProblem(port, '127.0.0.1', use)).toMatch(
    new RegExp(`^Port ${port} for the web app is taken .*npm start -- --port \\d+$`),
  )
  await new Promise((resolve) => server.close(resolve))
})

test('a free port has no problem, also at a second check', async () => {
  const port = await freePort()
  expect(await portProblem(port, '127.0.0.1', use)).toBeUndefined()
  expect(await portProblem(port, '127.0.0.1', use)).toBeUndefined()
})
