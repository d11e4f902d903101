import { updateUser } from '@platemark/wire/profile'
import { createSignatureMessage, login } from '@platemark/wire/session'
import { createDraft } from '@platemark/wire/studio'
import { manyCollectionId } from '../../apps/server/test/large-database/facts.ts'
import { accountOf, collectionOf } from './accounts.ts'
import type { Connection } from './connection.ts'

/** Somebody who signs in and then changes what is theirs. */
export function openWriter(connection: Connection, place: number, chainAlias: string) {
  let token: string | undefined
  let draftId: string | undefined
  let writes = 0

  const signIn = async () => {
    const account = accountOf(place)
    const { address } = account
    const made = await connection.post(createSignatureMessage.path, { address })
    if (made.status !== 200) return
    const { message, nonce } = JSON.parse(made.body).data
    const signature = await account.signMessage({ message })
    const connector = 'io.metamask'
    const done = await connection.post(login.path, {
      address,
      signature,
      connector,
      nonce,
    })
    if (done.status === 200) token = JSON.parse(done.body).access_token
  }
  const changeProfile = async (own: string) => {
    await connection.post(updateUser.path, { bio: `Written ${writes} times.` }, own)
  }
  const changeDraft = async (own: string) => {
    const changes = { description: `Written ${writes} times.` }
    if (draftId) {
      await connection.post(`/api/contract/studio/${draftId}/update`, changes, own)
      return
    }
    const form = new FormData()
    const fields = { chain_alias: chainAlias, kind: 'drop', name: 'Load', symbol: 'LOAD' }
    form.set('data', JSON.stringify({ ...fields, max_supply: 100 }))
    const { status, body } = await connection.postForm(createDraft.path, form, own)
    if (status === 201) draftId = JSON.parse(body).data.contract_id
  }
  const showOrHide = async (own: string) => {
    const id = manyCollectionId(collectionOf(place))
    const verb = writes % 2 === 0 ? 'show' : 'hide'
    await connection.post(`/api/contract/studio/${id}/${verb}`, {}, own)
  }
  const kinds = [changeProfile, changeDraft, showOrHide]

  return {
    async write() {
      writes += 1
      connection.wrote()
      const kind = kinds[writes % kinds.length]
      if (!token || !kind || writes % 20 === 0) await signIn()
      else await kind(token)
    },
  }
}
