/** Text of `--help`. */
export const HELP = `Usage: npm run collection -- COMMAND [FILES] [options]

The whole way of a collection without the pages of a Platemark (docs/creators.md).

  create FILE.json     makes a draft of the file, or changes the draft it made
                       before; docs/examples/collection.json shows a file
  upload FOLDER|ZIP    sends the works of a set, only what is missing; an image,
                       or a video with its poster, is the work of every token
  rehearse             performs the whole sale on a throw-away chain
  prepare              shows what can never change, the cost and the call
  publish              signs and sends the one transaction, and follows it
  airdrop FILE.csv     gives tokens away, in as many transactions as it needs
  reveal [FILE.json]   shows the works of a hidden set with its reveal file
  export [FILE.zip]    downloads everything that the Platemark has of it
  status               how far it is, and what is missing

Which collection, for every command but create:
  --collection WHICH   its FILE.json (collection.json), or NETWORK/ADDRESS, or
                       the id of a draft
Options of every command:
  --site URL           the Platemark to use (http://localhost:3000)
  --key-file FILE      file with the creator's private key, readable by its owner
                       alone (mode 0600); without it the key is taken from the
                       environment, PLATEMARK_PRIVATE_KEY
  --rpc URL            node of the network (those that the Platemark names)
  --json               prints JSON, one object on each line (docs/creators.md)
  --help               shows this text
Options of upload:
  --keep               keeps what the report lets stay, such as equal pictures
  --correct            makes the corrections that the report offers
Options of airdrop:
  --rows higher|sum    quantity of a wallet with several rows
  --contracts give|skip  contracts that take no tokens
  --again              gives to wallets that had tokens in an earlier airdrop
  --resend             sends the last batch again in its place: one of the two is mined
Options of reveal:
  --works DRAFT        id of the draft with the works, where they were lost
Options of export:
  --reveal-file FILE   puts a reveal file into it: whoever has the bundle can
                       reveal; --confirm NAME repeats the collection's name

Every command can be run again: it goes on where it stopped. What it knows is
kept beside FILE.json, in FILE.platemark.json, without any secret.
Exit codes: 0 done, 1 a fault, 2 an invalid command line.`
