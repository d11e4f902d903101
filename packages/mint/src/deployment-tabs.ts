import { createTabChannel } from './tabs.ts'

/** Name of the store of requested deployments, and of what tabs notify each other of. */
export const DEPLOYMENTS_NAME = 'pending deployments'

/** Messages on requested deployments by the id of their draft; light, for pages that send none. */
export const deploymentTabs = createTabChannel(DEPLOYMENTS_NAME)
