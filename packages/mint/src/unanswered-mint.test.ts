import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { orderFor } from '../test/collections.ts'
import { startTestMinting } from '../test/minting.ts'
import { walletError } from '../test/wallet.ts'
import type { Signer } from './request-transaction.ts'

const { ada, opened, stop, endAll } = await startTestMinting()
afterEach(endAll)
afterAll(stop)

const warning =
  'Rabby Wallet has not answered your mint and may still send it. Look there before you mint again. The mint shows here once it is sent.'

describe('a mint that the wallet does not answer', () => {
  test('is shown as such after a time, and stays in the wallet', async () => {
    const { panel, mint } = await silent()
    void mint()
    await vi.waitFor(() => expect(panel.attempt?.isLate).toBe(true), 10_000)
    expect(panel).toMatchObject({ attempt: { step: 'wallet' }, fault: null })
  })

  test('leaves the panel free once the wait is ended, with a warning that stays', async () => {
    const { panel, minting, mint, answers } = await silent()
    const sending = mint()
    await vi.waitFor(() => expect(panel.attempt?.isLate).toBe(true), 10_000)
    minting.stopWaiting()
    expect(await sending).toEqual({ kind: 'unanswered' })
    await vi.waitFor(() => expect(panel.warning).toBe(warning), 10_000)
    expect(panel).toMatchObject({ attempt: null, fault: null, result: null })
    // A second one is the visitor's choice, beside the warning.
    void mint()
    await vi.waitFor(() => expect(answers).toHaveLength(2), 10_000)
    expect(panel.warning).toBe(warning)
  })

  test('is tracked when the wallet sends it after all', async () => {
    const { panel, stopped, answers } = await silent()
    await stopped()
    answers[0]?.send()
    await vi.waitFor(() => expect(panel.result?.tokenIds).toEqual(['1']), 10_000)
    expect(panel).toMatchObject({ attempt: null, fault: null, warning: null })
  })

  test('is no longer warned of when it is declined after all', async () => {
    const { panel, stopped, answers } = await silent()
    await stopped()
    answers[0]?.fail(walletError(-32603, 'User rejected the request.'))
    await vi.waitFor(() => expect(panel.warning).toBeNull(), 10_000)
    expect(panel).toMatchObject({
      attempt: null,
      fault: 'You closed the request in your wallet. Nothing was sent.',
    })
  })

  test('is shown beside a second one that was sent meanwhile', async () => {
    const { panel, results, stopped, mint, answers } = await silent()
    await stopped()
    void mint()
    await vi.waitFor(() => expect(answers).toHaveLength(2), 10_000)
    answers[0]?.send()
    answers[1]?.send()
    await vi.waitFor(() => expect(results).toHaveLength(2), 20_000)
    expect(new Set(results.map(({ hash }) => hash)).size).toBe(2)
    expect(results.flatMap(({ tokenIds }) => tokenIds).sort()).toEqual(['1', '2'])
    expect(panel.warning).toBeNull()
  })

  test('is found on the chain where the wallet sends it and never answers', async () => {
    const { panel, stopped, answers } = await silent()
    await stopped()
    answers[0]?.sendSilently()
    await vi.waitFor(() => expect(panel.result?.tokenIds).toEqual(['1']), 10_000)
    expect(panel).toMatchObject({ attempt: null, fault: null, warning: null })
  })
})

/** Opens a session whose wallet answers no transaction until the test does. */
async function silent() {
  const answers: { send(): void; sendSilently(): void; fail(error: unknown): void }[] = []
  const wrap = (signer: Signer): Signer => ({
    request: (call) =>
      call.method === 'eth_sendTransaction'
        ? new Promise((resolve, reject) => {
            answers.push({
              send: () => resolve(signer.request(call)),
              sendSilently: () => void signer.request(call),
              fail: reject,
            })
          })
        : signer.request(call),
  })
  const session = await opened({}, { promptMs: 30, wrap })
  const { minting, contract, panel } = session
  const mint = () => minting.send(orderFor(contract, ada), 0)
  const stopped = async () => {
    void mint()
    await vi.waitFor(() => expect(panel.attempt?.isLate).toBe(true), 10_000)
    minting.stopWaiting()
    await vi.waitFor(() => expect(panel.warning).toBe(warning), 10_000)
  }
  return { ...session, answers, mint, stopped }
}
