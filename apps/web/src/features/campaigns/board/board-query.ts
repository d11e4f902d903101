/** The part of the board that a URL shows. */
export type BoardPlace = {
  board: 'members' | 'teams'
  /** Alias of a team: only its members. */
  team: string | null
  page: number
}

/** Parses the query of a campaign's page; other values count as the first page of all members. */
export function readBoardPlace(query: Record<string, string>): BoardPlace {
  const board = query.board === 'teams' ? 'teams' : 'members'
  const team =
    board === 'members' && /^[a-z0-9-]{1,60}$/.test(query.team ?? '') ? query.team : null
  const page = /^[1-9]\d{0,5}$/.test(query.page ?? '') ? Number(query.page) : 1
  return { board, team: team ?? null, page }
}

/** Writes a place as the query of a call and of a URL, without what is usual. */
export function writeBoardPlace({ board, team, page }: BoardPlace) {
  return {
    ...(board === 'teams' && { board }),
    ...(team !== null && { team }),
    ...(page > 1 && { page: String(page) }),
  }
}
