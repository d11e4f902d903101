import { Problem } from '@platemark/api/problem'
import {
  MAX_REVEAL_FILE_CHARACTERS,
  type RevealFile,
  writeRevealFile,
} from '@platemark/rules/reveal-file'
import { isDeclined } from '@platemark/wallet/wallet-error'
import { useState } from 'react'
import { useAppConfig } from '../../../../components/app-config.ts'
import { RevealRefusedError } from '../../../../components/reveal/derive-secret.ts'
import { openWalletDialog } from '../../../../lib/dialogs.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import { useSession } from '../../../../lib/session.ts'
import { requireProvider, walletConfig } from '../../../../lib/wagmi.ts'
import { useDraftEditor } from '../../draft-editor.tsx'
import {
  makeDerivedFile,
  makeRandomFile,
  readRevealFile,
  storeCommitment,
} from './make-reveal-file.ts'

/** A reveal file that was made on this page. */
export type MadeFile = { file: RevealFile; isDerived: boolean; isDownloaded: boolean }

/** Makes the reveal file of a draft, and stores its commitment once its creator has the file. */
export function useRevealFile() {
  const { draft, flush, replace } = useDraftEditor()
  const { wallet } = useSession()
  const wagmi = walletConfig(useAppConfig())
  const [made, setMade] = useState<MadeFile>()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const id = draft.contract_id

  const run = async (act: () => Promise<void>) => {
    setBusy(true)
    setProblem(undefined)
    try {
      // The file belongs to the draft as it is stored.
      if (await flush()) await act()
      else setProblem('The draft is not saved yet. Try again in a moment.')
    } catch (error) {
      setProblem(explain(error))
    } finally {
      setBusy(false)
    }
  }
  const store = async (file: RevealFile) => {
    replace(await storeCommitment(id, file))
    setMade(undefined)
  }
  return {
    ...{ made, isBusy, problem },
    /** Makes a file with a secret that the wallet can derive again. */
    derive: () => {
      if (!wallet) return openWalletDialog({ purpose: 'connect' })
      return void run(async () => {
        const provider = await requireProvider(wagmi, wallet.connector)
        const file = await makeDerivedFile(id, { provider, address: wallet.address })
        setMade({ file, isDerived: true, isDownloaded: false })
      })
    },
    makeRandom: () =>
      void run(async () => {
        const file = await makeRandomFile(id)
        setMade({ file, isDerived: false, isDownloaded: false })
      }),
    /** Downloads the file; a derived secret needs no more than that. */
    download: ({ file, isDerived }: MadeFile) =>
      void run(async () => {
        const [name, text] = [revealFileName(file), writeRevealFile(file)]
        saveFile(name, 'application/json', text)
        if (isDerived) await store(file)
        else setMade({ file, isDerived, isDownloaded: true })
      }),
    /** Reads a file back and stores its commitment. */
    readBack: (chosen: File) =>
      void run(async () => {
        if (chosen.size > MAX_REVEAL_FILE_CHARACTERS) {
          throw new RevealRefusedError(
            `${chosen.name} is too large to be a reveal file. Choose the file that you downloaded.`,
          )
        }
        await store(await readRevealFile(id, await chosen.text()))
      }),
  }
}

/** Returns `paper-moons-reveal-8c41d2e7.json`. */
function revealFileName({ name, commitment }: RevealFile): string {
  const words = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  return `${words}-reveal-${commitment.slice(2, 10)}.json`.replace(/^-+/, '')
}

function explain(error: unknown): string {
  if (isDeclined(error)) return 'You declined the signature. Nothing was made.'
  if (error instanceof RevealRefusedError) return error.message
  if (error instanceof Problem) {
    return [error.message, ...Object.values(error.fields ?? {}).flat()].join(' ')
  }
  return 'The wallet or this site did not answer. Nothing was made. Try again, or use a random secret.'
}
