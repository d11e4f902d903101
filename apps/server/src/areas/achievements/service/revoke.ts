import { restoreClaimed, revokeClaimed } from '../queries/revoke.ts'

export { restoreClaimed, revokeClaimed }
