// Every advisory lock of the shop, listed here so that no two uses collide. Functions in migrations/ repeat the numbers
// of append, chaining, partitioning and the newcomers.
export const locks = {
  /** Held by an append until its commit is visible, so that positions follow commits. */
  append: 4242,
  /** Second number: the release whose subscriptions the holder feeds. */
  leading: 4243,
  demo: 4244,
  rebuilding: 4245,
  chaining: 4246,
  partitioning: 4247,
  /** Second number: hash of the network or product. Held while counting the holds of accounts that never paid. */
  newcomersOfNetwork: 4260,
  newcomersOfProduct: 4261,
  migrations: 7_116_220_418,
} as const

/** An SQL condition for pg_locks rows of this database: two-number locks whose first number is `lock`. */
export function heldLocks(alias: string, lock: number): string {
  return `${alias}.locktype = 'advisory' and ${alias}.objsubid = 2 and ${alias}.granted and ${alias}.classid = ${lock}
    and ${alias}.database = (select oid from pg_database where datname = current_database())`
}
