import { createSignatureMessage, login } from '@platemark/api/session'
import type { Address, Hex } from 'viem'
import type { EmptyChain } from '../chain.ts'
import type { TestResponse, TestServer } from '../server.ts'

/** The answer to a request for a text. */
export type Made = { message: string; nonce: string; expires_at: string }

/** Whoever can sign a text. */
export type Signer = {
  address: Address
  signMessage: (given: { message: string }) => Promise<Hex>
}

type Options = {
  address?: string
  chain_id?: number
  /** Where the calls come from. */
  from?: string
  /** The token that is presented with the login. */
  token?: string
  connector?: string
}

/** The two calls of a sign-in, as a client makes them. */
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
  /** `person` signs a text for `address`, their own where no other is given. */
  const signIn = async (person: Signer, options: Options = {}): Promise<TestResponse> => {
    const { address = person.address, connector = 'io.metamask' } = options
    const { message, nonce } = await ask(address, options)
    const signature = await person.signMessage({ message })
    return send({ address, signature, nonce, connector }, options)
  }
  return { ask, send, signIn }
}

/** The header that presents an access token. */
export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** The entry of a chain in the configuration. */
export const toNetworkSettings = (
  { id, url }: Pick<EmptyChain, 'id' | 'url'>,
  alias: string,
) => ({
  ...{ alias, id, rpc_urls: [url], is_demo: true },
  name: alias,
  native_currency: { name: 'Ether', symbol: 'ETH' },
})
