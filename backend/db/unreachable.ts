// Whether an error says that the database is not there, and not that something is wrong with what was asked.

const noServer =
  /^(08...|28...|3D000|57P0[123]|53300|ECONNREFUSED|ECONNRESET|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT|EAI_AGAIN)$/

/** Nobody listens there, the server is starting or stopping, or it does not let us in. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  return typeof code === 'string'
    ? noServer.test(code)
    : /connection terminated|timeout expired|timeout exceeded when trying to connect/i.test(error.message)
}
