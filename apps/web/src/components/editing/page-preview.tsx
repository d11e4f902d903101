import './editing.css'
import type { ReactNode } from 'react'

type CardPreviewProps = {
  picture: ReactNode
  name: string
  price: ReactNode
  /** Items minted and supply. */
  count: ReactNode
}

/** The card of a collection as lists show it. */
export function CardPreview({ picture, name, price, count }: CardPreviewProps) {
  return (
    <article className="preview-card">
      <div className="mat">{picture}</div>
      <div className="caption">
        <b>{name}</b>
        <span className="muted small">{price}</span>
        <span className="muted small">{count}</span>
      </div>
    </article>
  )
}

type PagePreviewProps = {
  coverUrl: string | undefined
  picture: ReactNode
  network: string
  name: string
  creator: string
  description: string
  price: ReactNode
}

/** The page of a collection in small: cover, picture, texts and the mint button. */
export function PagePreview({
  coverUrl,
  picture,
  network,
  name,
  creator,
  description,
  price,
}: PagePreviewProps) {
  return (
    <article className="preview-page">
      {coverUrl && <img className="cover" src={coverUrl} alt="" />}
      <div className="mat">{picture}</div>
      <p className="muted small">{network}</p>
      <p className="title">{name}</p>
      <p className="small">by {creator}</p>
      {description && <p className="small text">{description}</p>}
      <p className="preview-mint">
        <span>{price}</span>
        <span className="button" aria-hidden="true">
          Mint
        </span>
      </p>
    </article>
  )
}
