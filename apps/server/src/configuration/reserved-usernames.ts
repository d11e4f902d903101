/**
 * Default reserved usernames: words of present or future paths, and words that would
 * impersonate the operator.
 */
export const reservedUsernames = `
  about academy account achievements admin administrator anonymous api app assets auth avatar
  billing blog bridge campaign campaigns collection collections config contact contract creator
  currency deleted docs download edit email error everyone faq faucet favicon files guest health
  help helpdesk home index info launchpad legal lists login logout mail metadata metrics mint
  moderator name names network news nobody null oauth official operator owner payouts plates
  platemark postmaster press privacy profile promoted ready root rpc search security service
  settings signin signup sitemap staff static status studio support system team terms test
  treasury trending undefined user username users verified verify wallet webmaster www
`
  .trim()
  .split(/\s+/)
