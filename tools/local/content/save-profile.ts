import { updateAvatar, updateUser } from '@platemark/api/profile'
import type { Api } from '../api.ts'
import { renderAvatar } from './pictures.ts'
import type { Profile } from './work-types.ts'

/** Saves the username, words, link and picture of an artist. Throws a `Problem`. */
export async function saveProfile(
  api: Api,
  { art, bio, username, website }: Profile,
): Promise<void> {
  await api.call(updateUser, { body: { username, bio, website_link: website } })
  const avatar = await renderAvatar(username, art)
  await api.call(updateAvatar, { body: {}, files: { avatar } })
}
