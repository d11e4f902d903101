import { createSignatureMessage, login } from '@platemark/api/session'
import type { Address, Hex } from 'viem'
import type { EmptyChain } from '../chain.ts'
import type { TestResponse, TestServer } from '../server.ts'

/** Response to a request for a sign-in text. */
export type Made = { message: string; nonce: string; expires_at: string }

/** Signer of a text. */
export type Signer = {
  address: Address
  signMessage: (given: { message: string }) => Promise<Hex>
}

type Options = {
  address?: string
  chain_id?: number
  /** Client address. */
  from?: string
  /** Token that is sent with the login. */
  token?: string
  connector?: string
}

/** Returns the two calls of a sign-in, like a client. */
export function signInCalls(server: TestServer) {
  const ask = async (
    address: string,
    { chain_id, from }: Options = {},
  ): Promise<Made> => {
    const body = { address, ...(chain_id && { chain_id }) }
    const call = from ? { from } : {}
    const { data } = await server.post(createSignatureMessage.path, body, call)
    return data
  }
  const send = (
    body: Record<string, unknown>,
    { from, token }: Options = {},
  ): Promise<TestResponse> =>
    server.post(
      login.path,
      { connector: 'io.metamask', ...body },
      { ...(from && { from }), ...(token && { headers: bearer(token) }) },
    )
  /** Signs a text for `address`, by default the signer's own. */
  const signIn = async (person: Signer, options: Options = {}): Promise<TestResponse> => {
    const { address = person.address, connector = 'io.metamask' } = options
    const { message, nonce } = await ask(address, options)
    const signature = await person.signMessage({ message })
    return send({ address, signature, nonce, connector }, options)
  }
  return { ask, send, signIn }
}

/** Returns the header of an access token. */
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Returns the configuration entry of a chain. */
export const toNetworkSettings = (
  { id, url }: Pick<EmptyChain, 'id' | 'url'>,
  alias: string,
) => ({
  ...{ alias, id, rpc_urls: [url], is_demo: true },
  name: alias,
  native_currency: { name: 'Ether', symbol: 'ETH' },
})
