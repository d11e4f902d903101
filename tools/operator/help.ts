import { moderationCategories } from '@platemark/api/moderation'

export const HELP = `Usage: npm run operator -- COMMAND [options]

  reports                          the queue: what people report, open ones first
  reports close NUMBER --note TEXT [--all]
                                   closes a report, with --all every open one of
                                   its collection
  questions                        what readers report of questions of quizzes,
                                   open ones first
  questions close NUMBER --note TEXT
  ratings                          how many readers found each lesson helpful
  block                            what is blocked
  block collection NETWORK/0x... --reason REASON [--note TEXT]
  block creator [NETWORK/]0x... --reason REASON [--note TEXT]
                                   visitors see that it is blocked and nothing
                                   else; its owner reads the note. A creator:
                                   everything they made or will make, and with
                                   a network only there: the account of a contract
  unblock collection NETWORK/0x...
  unblock creator [NETWORK/]0x...
  promote                          what is promoted
  promote NETWORK/0x... [--from TIME] [--until TIME] [--label TEXT] [--order N]
  promote NETWORK/0x... --remove
  sessions 0x...                   where an account is signed in
  sessions 0x... --end             ends all of its sessions
  unreadable                       logs that the indexer could not apply, and the
                                   collections set aside by them
  reread NETWORK                   takes away all rows of a network and reads it
                                   again from its start
  audit                            every such act, the newest first
  files copy --to FILE             copies every stored file to where the
                                   configuration FILE keeps them; repeated, only
                                   what is not there yet
  verify FILE [--key KEY]          checks an exit bundle without a network and
                                   names file and line of each fault; KEY is the
                                   public key of the site that wrote it
  import FILE [--key KEY]          imports the collection of an exit bundle: page,
                                   works and lists; its factory must be named in
                                   factories of the network. KEY as above, needed
                                   for bundles of other sites
  campaign validate FILE           names line and reason of each mistake
  campaign import FILE [--note TEXT]
                                   reads a campaign; for a published one the note
                                   stands on its page
  campaign publish ALIAS           shows it, once a claim of each badge works
  campaign pause ALIAS --reason TEXT, campaign resume ALIAS
  campaign cancel ALIAS --reason TEXT
  campaign suspicions ALIAS        signs that several entries are one person: items
                                   from one account, a collection that only
                                   entries minted, the same mints in one order
  campaign notices ALIAS           notices without a decision, with their answers
  campaign notice ALIAS 0x... --reason TEXT [--note EVIDENCE]
                                   asks a participant before a disqualification
  campaign disqualify ALIAS 0x... --reason TEXT, campaign keep ALIAS 0x...
  campaign recount ALIAS           counts anew, before rewards are claimed
  campaign freeze ALIAS            makes the result final, once nothing waits
  campaign correct ALIAS --reason TEXT
                                   publishes a second file beside a final result
  campaign verify URL --rpc ID=URL [--rpc ID=URL ...]
                                   counts a final result from its networks alone;
                                   URL is https://SITE/api/campaigns/ALIAS, or a
                                   folder with its inputs.json and result.csv
  achievement revoke [NETWORK/]0x... ID --reason TEXT
                                   takes a claimed achievement away for good; its
                                   owner reads the reason
  achievement restore [NETWORK/]0x... ID

REASON is one of ${moderationCategories.join(', ')}.
TIME is in UTC, like 2026-01-31T18:00:00Z.

  --page NUMBER  of reports, questions and audit
  --json         prints lists as JSON
  --by NAME      who acts, for the audit (the user of this machine)
  --data DIR     the data folder of npm start, where it is another than the
                 configuration says
  --help         show this text

It works on the database that the configuration and the environment name. With
the embedded one it asks the running program, or opens the database itself when
none is running.`
