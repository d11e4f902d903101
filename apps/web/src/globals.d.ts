/** True when this build contains the in-page demo wallet. */
declare const __DEMO_WALLET__: boolean
