/**
 * Tokens read `APP_USR-<application>-<date>-<hash>-<account>` in production and `TEST-...-<account>` for tests.
 * Payments must name this account as seller; the prefix says whether they must be live. Other forms yield undefined:
 * callers then use their configuration or skip the comparison.
 */
export function accountOfToken(accessToken: string) {
  const form = /^(APP_USR|TEST)-.+-(\d{1,20})$/.exec(accessToken)
  return { sellerId: form?.[2], liveMode: form ? form[1] === 'APP_USR' : undefined }
}
