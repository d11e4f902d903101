/** Rows by collection, and within it by a second key: keys in two parts need not be joined. */
export type Book<Row> = Map<string, Map<string, Row>>

export function findRow<Row>(
  book: Book<Row>,
  collectionId: string,
  key: string,
): Row | undefined {
  return book.get(collectionId)?.get(key)
}

export function putRow<Row>(
  book: Book<Row>,
  collectionId: string,
  key: string,
  row: Row,
): void {
  const known = book.get(collectionId)
  if (known) known.set(key, row)
  else book.set(collectionId, new Map([[key, row]]))
}

export function rowsOf<Row>(book: Book<Row>): Row[] {
  return [...book.values()].flatMap((rows) => [...rows.values()])
}
