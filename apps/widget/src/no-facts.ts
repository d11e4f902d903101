/** Why a collection cannot be shown: its message is a sentence for whoever sees the panel. */
export class NoFacts extends Error {}
