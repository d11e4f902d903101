import './files.css'
import type { PreparedArchive } from '@platemark/api/archive'
import { Problem } from '@platemark/api/problem'
import { prepareArchive } from '@platemark/api/studio-operations'
import { formatCount } from '@platemark/rules/amounts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatBytes } from '../../lib/format-bytes.ts'
import { apiQuery } from '../../lib/query.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Identifier } from './identifier.tsx'

const POLL_MS = 2000

type FilesPanelProps = {
  contractId: string
  /** The tokens show a set of works, else one work. */
  isSet: boolean
}

/** The works as one file to keep or to pin on IPFS, with its address there. */
export function FilesPanel({ contractId, isSet }: FilesPanelProps) {
  // Only when asked for: the server reads every file.
  const [isWanted, setIsWanted] = useState(false)
  const { data, error, isFetching, refetch } = useQuery({
    ...apiQuery(prepareArchive, { params: { contract_id: contractId } }),
    enabled: isWanted,
    refetchInterval: ({ state }) =>
      state.data?.data.state === 'computing' ? POLL_MS : false,
  })
  const answer = data?.data
  const isComputing = !error && (answer?.state === 'computing' || (isFetching && !answer))
  const prepare = () => {
    if (isWanted) void refetch()
    else setIsWanted(true)
  }
  return (
    <section className="card panel archive" aria-labelledby="archive">
      <h2 className="h3" id="archive">
        Files of your collection
      </h2>
      <p className="muted small">
        {isSet ? 'All works and their metadata' : 'The work and its metadata'} in one CAR
        file. Keep it, or pin it on IPFS with any service. Its address there is computed
        here, and the art can then be found without this site.
      </p>
      {error ? (
        <p className="small danger-text" role="alert">
          {error instanceof Problem
            ? error.message
            : 'This site did not answer. Try again in a moment.'}
        </p>
      ) : (
        answer && !isComputing && <Answer answer={answer} />
      )}
      {isComputing && (
        <p className="row small" role="status">
          <Spinner />
          {answer && isSet
            ? `${formatCount(answer.read_works)} of ${formatCount(answer.works)} works read`
            : isSet
              ? 'Reading the works'
              : 'Reading the work'}
        </p>
      )}
      {!isComputing && !(answer?.archive && !error) && (
        <div className="row">
          <Button look="quiet" isBusy={isFetching} onClick={prepare}>
            {isWanted ? 'Try again' : 'Prepare the files'}
          </Button>
        </div>
      )}
    </section>
  )
}

function Answer({ answer: { archive, sentence } }: { answer: PreparedArchive }) {
  if (!archive) {
    return (
      <p className="small" role="status">
        {sentence}
      </p>
    )
  }
  const { root, base_uri, size, download_url, file_name } = archive
  return (
    <>
      <dl className="facts small">
        <div>
          <dt>Root address</dt>
          <dd>
            <Identifier text={root} label="Copy the root address" />
          </dd>
        </div>
        <div>
          <dt>{base_uri.endsWith('/') ? 'Base of item data' : 'Data of every item'}</dt>
          <dd>
            <Identifier text={base_uri} label="Copy the address of the data" />
          </dd>
        </div>
        <div>
          <dt>Size</dt>
          <dd>{formatBytes(size)}</dd>
        </div>
      </dl>
      <div className="row">
        <a className="button quiet" href={download_url} download={file_name}>
          Download
        </a>
      </div>
    </>
  )
}
