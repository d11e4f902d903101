import { playWhole } from '../play-whole.ts'

/** Followers with the usual leases, of which one is killed twenty times. */
playWhole(['apps/server/src/indexer/takeover.test.ts'])
