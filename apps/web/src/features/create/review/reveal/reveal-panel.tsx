import './reveal.css'
import { shortAddress } from '@platemark/rules/amounts'
import type { ComponentProps } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { FileButton } from '../../../../ui/file-button.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { useDraftEditor } from '../../draft-editor.tsx'
import { type MadeFile, useRevealFile } from './use-reveal-file.ts'

/**
 * The reveal file of a hidden set: made, downloaded and read back before the deployment can be
 * signed, because without its secret the works can never be shown.
 * `isOpen`: the draft can be changed.
 */
export function RevealPanel({ isOpen }: { isOpen: boolean }) {
  const { draft } = useDraftEditor()
  const reveal = useRevealFile()
  const { made, isBusy, problem } = reveal
  const commitment = draft.reveal?.commitment
  return (
    <section className="card panel reveal" aria-labelledby="reveal">
      <h2 className="h3" id="reveal">
        Reveal file
      </h2>
      <p className="muted small">
        A secret shuffles the works: it decides which item shows which work. Its
        fingerprint goes on the chain before the first mint, so the order cannot change
        later. You need the secret to reveal, so keep the file safe. This site has no copy
        of it.
      </p>
      {commitment && !made && (
        <p className="reveal-done">
          <Icon name="circle_check" />
          <span>
            Your reveal file is saved. Fingerprint{' '}
            <code title={commitment} translate="no">
              {shortAddress(commitment)}
            </code>
          </span>
        </p>
      )}
      {made ? (
        <MadePart made={made} reveal={reveal} />
      ) : isOpen ? (
        <div className="row">
          <Button look="quiet" isBusy={isBusy} onClick={reveal.derive}>
            {commitment ? 'Make another with my wallet' : 'Make it with my wallet'}
          </Button>
          <Button look="quiet" isBusy={isBusy} onClick={reveal.makeRandom}>
            Use a random secret
          </Button>
          <FileChoice look="quiet" isBusy={isBusy} onChoose={reveal.readBack}>
            I have the file
          </FileChoice>
        </div>
      ) : null}
      {!made && isOpen && (
        <p className="muted small">
          With your wallet, the secret comes from a signature that you can repeat if you
          lose the file. You sign twice, to check that both match. A random secret exists
          only in the file.
        </p>
      )}
      {problem && (
        <p className="small danger-text" role="alert">
          {problem}
        </p>
      )}
    </section>
  )
}

type MadePartProps = { made: MadeFile; reveal: ReturnType<typeof useRevealFile> }

function MadePart({ made, reveal }: MadePartProps) {
  const { file, isDerived, isDownloaded } = made
  const { isBusy } = reveal
  return (
    <>
      <dl className="facts">
        <div>
          <dt>Secret</dt>
          <dd>
            <code translate="no">{file.secret}</code>
          </dd>
        </div>
        <div>
          <dt>Fingerprint</dt>
          <dd>
            <code translate="no">{file.commitment}</code>
          </dd>
        </div>
      </dl>
      <div className="row">
        <Button
          look={isDownloaded ? 'quiet' : 'filled'}
          isBusy={isBusy && !isDownloaded}
          onClick={() => reveal.download(made)}
        >
          {isDownloaded ? 'Download it again' : 'Download the reveal file'}
        </Button>
        {isDownloaded && (
          <FileChoice look="filled" isBusy={isBusy} onChoose={reveal.readBack}>
            Choose the downloaded file
          </FileChoice>
        )}
      </div>
      {!isDerived && (
        <p className="muted small">
          {isDownloaded
            ? 'Choose the downloaded file. It is read back and compared, to make sure it is complete.'
            : 'This secret cannot be recreated. The file is the only copy.'}
        </p>
      )}
    </>
  )
}

type FileChoiceProps = Pick<
  ComponentProps<typeof FileButton>,
  'look' | 'isBusy' | 'onChoose' | 'children'
>

function FileChoice(props: FileChoiceProps) {
  return <FileButton label="Reveal file" accept=".json,application/json" {...props} />
}
