type Reply = { status: number; error?: { code: string } | undefined }

/** Returns the status of a reply with the code of its problem; undefined without one. */
export const outcome = ({ status, error }: Reply) => [status, error?.code] as const
