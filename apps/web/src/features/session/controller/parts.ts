import type { Page } from './page.ts'
import type { UserReader } from './user.ts'
import type { Wallets } from './wallets.ts'

/** Who does the work: the page, its wallets, and what reads the user. */
export type Parts = { page: Page; wallets: Wallets; users: UserReader }
