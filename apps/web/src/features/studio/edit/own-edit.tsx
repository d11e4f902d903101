import './edit.css'
import type { Collection } from '@platemark/api/collections'
import { isSameAddress } from '@platemark/rules/addresses'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { collectionHref } from '../../../components/collection-href.ts'
import { collectionQuery } from '../../../components/collection-queries.ts'
import { SignInAgainDialog } from '../../../components/editing/sign-in-again-dialog.tsx'
import { Failure } from '../../../components/failure.tsx'
import { PageTitle } from '../../../components/page-title.tsx'
import { useLastError } from '../../../lib/use-last-error.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Link } from '../../../ui/link.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { OwnPartProps } from '../own-page.tsx'
import { EditForm } from './edit-form.tsx'
import { EditSkeleton } from './edit-skeleton.tsx'
import { pageOfCollection } from './saved-page.ts'

/** Edit page of a signed-in user: the form of a collection that they may edit, else `missing`. */
export function OwnEdit({ user, hasEnded, missing }: OwnPartProps) {
  const { chain = '', alias = '' } = useParams({ strict: false })
  const read = useQuery({ ...collectionQuery(chain, alias), staleTime: 0 })
  const error = useLastError(read)
  /** Once opened it stays, so that nothing typed is lost with the session or the collection. */
  const [known, setKnown] = useState<Collection>()
  const found = pickOwn(read.data)
  if (found && isLater(found, known)) setKnown(found)
  const collection = known && isNamed(known, chain, alias) ? known : found
  const opened = collection && pageOfCollection(collection)
  if (!collection || !opened) {
    if (error) {
      return (
        <Failure
          level="h1"
          title="The page could not be loaded"
          text="It is safe on this site. Try again in a moment."
          error={error}
          isBusy={read.isFetching}
          onRetry={() => void read.refetch()}
        />
      )
    }
    return read.isFetchedAfterMount && !read.isFetching ? missing : <EditSkeleton />
  }
  return (
    <div className="edit-page">
      <PageTitle>{`Edit ${collection.name}`}</PageTitle>
      <Link className="edit-back" href={collectionHref(collection)}>
        <Icon name="left" />
        {collection.name}
      </Link>
      <div className="edit-intro">
        <h1>Edit {collection.name}</h1>
        <p className="edit-keys">
          <span>
            <b className="edit-mark pencil">On the page</b> saved here, free, at once
          </span>
          <span>
            <b className="edit-mark">On the chain</b> signed one by one, network fee
          </span>
        </p>
      </div>
      {collection.own?.block ? (
        <Notice kind="warning" title="The operator has blocked this collection.">
          Its page cannot be changed. The reason is on{' '}
          <Link className="link" href={collectionHref(collection)}>
            its page
          </Link>
          .
        </Notice>
      ) : (
        <EditForm
          key={collection.contract_id}
          collection={collection}
          opened={opened}
          user={user}
          onSaved={setKnown}
        />
      )}
      <SignInAgainDialog user={user} isOpen={hasEnded} kept="What you typed" />
    </div>
  )
}

type Read = Awaited<
  ReturnType<NonNullable<ReturnType<typeof collectionQuery>['queryFn']>>
>

/** Returns the collection of an answer to those who may edit it. */
function pickOwn(answer: Read | undefined): Collection | undefined {
  if (!answer || 'error' in answer) return undefined
  return answer.data.own ? answer.data : undefined
}

/** Returns whether an answer has another version than the one that is known, and no older one. */
function isLater(found: Collection, known: Collection | undefined): boolean {
  if (!known || known.contract_id !== found.contract_id) return true
  const timeOf = ({ own }: Collection) => (own ? Date.parse(own.updated_at) : 0)
  return found !== known && timeOf(found) >= timeOf(known)
}

/** Returns whether a path names a collection: its slug may have been changed here. */
function isNamed(collection: Collection, chain: string, alias: string): boolean {
  const { chain_alias, contract_address } = collection
  if (chain_alias !== chain) return false
  return collection.alias === alias || isSameAddress(contract_address, alias)
}
