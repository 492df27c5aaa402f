// Every advisory lock of PostgreSQL that the shop takes, so that no two things ever take the same by chance.

/** The numbers of the session and transaction locks. */
export const locks = {
  /** Held by an append until its commit is visible, so that positions follow commits. The functions in migrations/ name the same number. */
  append: 4242,
  /** With a generation's number: held by the process that feeds it. */
  feeding: 4243,
  /** Held while an empty log gets its demo history. */
  demo: 4244,
  /** With the hash of a projection's name: held while it is rebuilt. */
  rebuilding: 4245,
  /** Held while pages of the log are linked to its chain. The function in migrations/ names the same number. */
  chaining: 4246,
  /** Held while partitions of the log are made. The function in migrations/ names the same number. */
  partitioning: 4247,
  /** With milliseconds: shared by the pumps whose round trips to the database take no longer. */
  pacing: 4248,
  /** Held while the coarse index of the log is exchanged. */
  refining: 4249,
  /** With the hash of a network, and of a product: held while what accounts that never paid hold is counted. The function names the same numbers. */
  newcomersOfNetwork: 4260,
  newcomersOfProduct: 4261,
  /** Held while migrations run. */
  migrations: 7_116_220_418,
} as const

/** The rows of pg_locks, under an alias, of sessions of this database that hold a lock of two numbers whose first is `lock`: a condition. */
export function heldLocks(alias: string, lock: number): string {
  return `${alias}.locktype = 'advisory' and ${alias}.objsubid = 2 and ${alias}.granted and ${alias}.classid = ${lock}
    and ${alias}.database = (select oid from pg_database where datname = current_database())`
}
