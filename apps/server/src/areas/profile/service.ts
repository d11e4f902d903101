import { Problem } from '@platemark/wire/problem'
import type { getUser as endpoint } from '@platemark/wire/profile'
import { checksumAddress } from 'viem'
import type * as z from 'zod/mini'
import type { Loose } from '../../platform/reply-schema.ts'
import type { Resources } from '../../platform/resources.ts'
import type { Session } from '../../platform/session.ts'
import { findUser } from './queries.ts'

type User = Loose<z.output<(typeof endpoint.replies)[200]>>

/** The signed-in user, with what they could withdraw now. */
export async function getUser(resources: Resources, session: Session): Promise<User> {
  const found = await findUser(resources.database, session.user_id)
  if (!found) throw new Problem('unauthenticated')
  const { avatar_file, ...user } = found
  return {
    ...user,
    address: checksumAddress(session.address),
    avatar_url: avatar_file && `/files/${avatar_file}`,
    balance: await balanceOf(resources, session),
  }
}

/** What an account could withdraw now in USD; nothing can be withdrawn here yet. */
async function balanceOf(_resources: Resources, _session: Session): Promise<number> {
  return 0
}
