import { runFullTests } from '../run-tests.ts'

/** Plays the sign-in protocol with `--rounds` texts for the reference parser. */
runFullTests(['apps/server/src/areas/session/'], ['rounds'])
