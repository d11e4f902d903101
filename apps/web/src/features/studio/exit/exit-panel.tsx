import './exit.css'
import type { ExitRun } from '@platemark/api/exits'
import { Problem } from '@platemark/api/problem'
import { formatCount } from '@platemark/rules/amounts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { When } from '../../../components/when.tsx'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { Button } from '../../../ui/button.tsx'
import { Copy } from '../../../ui/copy.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { Own } from '../page/own.ts'
import { type ConfirmedReveal, lastExitQuery, sendExit } from './exit-queries.ts'
import { RevealChoice } from './reveal-choice.tsx'

const POLL_MS = 1000

/** Writes everything of a collection into one file, and offers it for download. */
export function ExitPanel({ own }: { own: Own }) {
  const { contract_id: id, fields } = own.draft
  const exit = useExit(id)
  const { run, isLoading, isRunning, problem } = exit
  const isHidden = fields.art === 'set' && fields.shown === 'at_reveal'
  const [reveal, setReveal] = useState<ConfirmedReveal>({})
  const isConfirmed =
    reveal.reveal_file === undefined ||
    reveal.confirmation?.trim() === own.collection.name
  return (
    <section className="card panel exit-panel" aria-labelledby="exit">
      <h2 className="h3" id="exit">
        Take everything with you
      </h2>
      <p className="muted small">
        One signed ZIP with your works as they are stored, their data, lists, phases, the
        texts and pictures of the page, holders and your earnings. Another site that runs
        this software can show the collection from it. It holds no e-mail address and
        nothing of other people&rsquo;s accounts.
      </p>
      {isLoading && <Skeleton width="100%" height={44} />}
      {problem && (
        <p className="small danger-text" role="alert">
          {problem}
        </p>
      )}
      {run && isRunning && <Progress run={run} />}
      {run?.bundle && !isRunning && <Finished run={run} bundle={run.bundle} />}
      {!isRunning && !isLoading && (
        <>
          {isHidden && (
            <RevealChoice
              name={own.collection.name}
              reveal={reveal}
              onChange={setReveal}
            />
          )}
          <div className="row">
            <Button
              look="quiet"
              isBusy={exit.isStarting}
              onClick={() => exit.start(reveal)}
              {...(!isConfirmed && { blockedBy: 'exit-name' })}
            >
              {run ? 'Make a new bundle' : 'Make the bundle'}
            </Button>
          </div>
        </>
      )}
    </section>
  )
}

/** The last bundle of a collection, read again while it is written. */
function useExit(id: string) {
  const read = useQuery({
    ...lastExitQuery(id),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.data.exit?.state === 'running' ? POLL_MS : false,
  })
  const run = read.data?.data.exit
  const starting = useMutation({
    mutationFn: (reveal: ConfirmedReveal) => sendExit(id, reveal),
    networkMode: 'always',
    onSuccess: () => read.refetch(),
  })
  const isRunning = run?.state === 'running'
  return {
    ...{ run, isRunning, isLoading: read.isPending },
    isStarting: starting.isPending,
    start: (reveal: ConfirmedReveal) => starting.mutate(reveal),
    problem:
      explain(starting.error) ??
      explain(read.error) ??
      (isRunning ? null : run?.sentence),
  }
}

function explain(error: Error | null): string | undefined {
  if (!error) return undefined
  if (!(error instanceof Problem))
    return 'This site did not answer. Nothing was lost. Try again in a moment.'
  const [sentence] = Object.values(error.fields ?? {}).flat()
  return sentence ?? error.message
}

function Progress({ run: { done_steps, total_steps } }: { run: ExitRun }) {
  return (
    <>
      <progress
        className="exit-progress"
        aria-label="Making the bundle"
        value={done_steps}
        max={total_steps || 1}
      />
      <p className="small" role="status">
        {total_steps === 0
          ? 'Waiting for its turn. You can leave this page.'
          : `${formatCount(done_steps)} of ${formatCount(total_steps)} steps. You can leave this page.`}
      </p>
    </>
  )
}

type FinishedProps = { run: ExitRun; bundle: NonNullable<ExitRun['bundle']> }

function Finished({ run: { has_reveal_file }, bundle }: FinishedProps) {
  const { file_name, size, sha256, download_url, download_until } = bundle
  return (
    <>
      <dl className="exit-facts small">
        <dt>Size</dt>
        <dd>{formatBytes(size)}</dd>
        {has_reveal_file && (
          <>
            <dt>Reveal file</dt>
            <dd>In the bundle: keep it secret</dd>
          </>
        )}
        <dt>SHA-256</dt>
        <dd className="row">
          <code translate="no">{sha256}</code>
          <Copy text={sha256} label="Copy the SHA-256" />
        </dd>
        <dt>Kept here until</dt>
        <dd>
          <When at={download_until} />
        </dd>
      </dl>
      <div className="row">
        <a className="button" href={download_url} download={file_name}>
          Download
        </a>
      </div>
    </>
  )
}
