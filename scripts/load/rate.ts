import autocannon from 'autocannon'

type Asked = Omit<Parameters<typeof autocannon>[0], 'duration' | 'idReplacement' | 'setupClient'> & {
  seconds: number
  /** Instead of the url's path; each connection repeats a part of its own. */
  paths?: readonly string[]
}

/** autocannon replaces it in each request, so no cached answer matches. */
export const anew = '[<id>]'

/** p95 is autocannon's p97.5. Throws on a status from 500 and where more than one call in a hundred gets no answer. */
export async function sendAll({ connections, seconds, paths, ...asked }: Asked) {
  let connection = 0
  const { requests, latency, errors, statusCodeStats } = await autocannon({
    ...asked,
    connections,
    duration: seconds,
    idReplacement: `${asked.url}${asked.body}`.includes(anew),
    setupClient(client) {
      // It would turn each body into text, which takes longer than the answer if the body is compressed.
      client.pipelinedRequests.addBody = () => undefined
      const own = paths?.filter((_, nth) => nth % connections === connection)
      connection++
      if (own) client.setRequests(own.map((path) => ({ method: 'GET', path })))
    },
  })
  const failed = Object.keys(statusCodeStats).filter((status) => Number(status) >= 500)
  // An overloaded client gives some connections up.
  if (failed.length > 0 || errors > requests.total / 100)
    throw new Error(`${asked.url}: ${errors} errors, answers ${failed.join()}`)
  return { rate: requests.average, p50: latency.p50, p95: latency.p97_5 }
}
