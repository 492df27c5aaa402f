// G1 to G3: appends through the store's whole path, compared with Emmett, plain node-pg inserts and COPY into an
// equal table.
import { randomUUID } from 'node:crypto'
import { newCommandId } from '#backend/eventstore/commands/command.ts'
import { copyRows } from './copy.ts'
import type { Contest, Ground } from './ground.ts'
import { drive, type Finding, interleave, type Load, rateOf, ratioOf, showRuns, showSpread, tell } from './measure.ts'

const rounds = 15
const milliseconds = 300
/** Short rounds limit the effect of a busy machine. */
const sequential = { rounds: 50, milliseconds: 60 }
export const meta = {
  actor: 'operator',
  cause: 'Bench',
  correlation: '00000000-0000-4000-8000-000000000000',
} as const
const metaText = JSON.stringify(meta)
const rawColumns = '(stream_id, version, type, schema_version, data, meta)'

let carts = 0
export const nextCart = (): number => ++carts
export const added = (cart: number) => ({ userId: cart, productId: 12, quantity: 2 })

export async function run(ground: Ground): Promise<Finding[]> {
  const contest = await ground.openContest()
  try {
    return [
      ...(await compareConcurrent(contest)),
      ...(await compareSequential(contest)),
      ...(await compareMany(contest, 1)),
      ...(await compareMany(contest, 4)),
    ]
  } finally {
    await contest.close()
  }
}

/** Validation, encoding, queue, es.append. */
function shopAppends({ core }: Contest, count: number): Load {
  return () => {
    const cart = nextCart()
    const events = Array.from({ length: count }, () => ({ type: 'ItemAddedToCart' as const, data: added(cart) }))
    const writes = [{ stream: `cart-${cart}` as const, expected: 0, events }]
    return core.store.append({ commandId: newCommandId(), meta, writes })
  }
}

function rawInserts({ raw }: Contest): Load {
  const text = `insert into public.raw_events ${rawColumns} values ($1, 1, 7, 1, $2, $3)`
  return () => raw.query({ name: 'raw', text, values: [randomUUID(), JSON.stringify(added(nextCart())), metaText] })
}

/** One COPY of a stream's rows; positions come from the table's sequence. */
function rawCopies({ raw }: Contest, count: number): Load {
  const statement = `copy public.raw_events ${rawColumns} from stdin`
  return async () => {
    const stream = randomUUID()
    const data = JSON.stringify(added(nextCart()))
    const lines = Array.from({ length: count }, (_, index) => `${stream}\t${index + 1}\t7\t1\t${data}\t${metaText}\n`)
    const client = await raw.connect()
    try {
      await copyRows(client, statement, lines.join(''))
    } finally {
      client.release()
    }
  }
}

async function compareConcurrent(contest: Contest): Promise<Finding[]> {
  const [shop, inserts] = [shopAppends(contest, 1), rawInserts(contest)]
  const runs = await interleave(rounds, {
    shop: () => drive(64, milliseconds, shop),
    emmett: () => contest.peer.call('append', 64, milliseconds, 1),
    raw: () => drive(16, milliseconds, inserts),
  })
  const toEmmett = ratioOf(runs.shop, runs.emmett, rateOf)
  const toRaw = ratioOf(runs.shop, runs.raw, rateOf)
  const tail = ratioOf(runs.shop, runs.emmett, (one) => one.p99)
  const what = '64 clients, 1 event each, new streams'
  const shown = `shop ${showRuns(runs.shop)}`
  return [
    tell({
      goal: 'G1',
      what,
      figure: `${shown}, Emmett ${showRuns(runs.emmett)}, ratio ${showSpread(toEmmett)}`,
      aim: '>= 5x Emmett',
      isReached: toEmmett.median >= 5,
    }),
    tell({
      goal: 'G1',
      what,
      figure: `${shown}, raw on 16 connections ${showRuns(runs.raw)}, ratio ${showSpread(toRaw)}`,
      aim: '>= 2.5x raw',
      isReached: toRaw.median >= 2.5,
    }),
    tell({
      goal: 'G1',
      what: `${what}: p99`,
      figure: `ratio to Emmett ${showSpread(tail)}`,
      aim: '<= 1x Emmett',
      isReached: tail.median <= 1,
    }),
  ]
}

async function compareSequential(contest: Contest): Promise<Finding[]> {
  const [shop, inserts] = [shopAppends(contest, 1), rawInserts(contest)]
  const runs = await interleave(sequential.rounds, {
    shop: () => drive(1, sequential.milliseconds, shop),
    emmett: () => contest.peer.call('append', 1, sequential.milliseconds, 1),
    raw: () => drive(1, sequential.milliseconds, inserts),
  })
  const toEmmett = ratioOf(runs.shop, runs.emmett, (one) => one.p50)
  const toRaw = ratioOf(runs.shop, runs.raw, (one) => one.p50)
  const what = 'one append after another, p50'
  const shown = `shop ${showRuns(runs.shop)}`
  return [
    tell({
      goal: 'G2',
      what,
      figure: `${shown}, Emmett ${showRuns(runs.emmett)}, ratio ${showSpread(toEmmett)}`,
      aim: '<= 0.6x Emmett',
      isReached: toEmmett.median <= 0.6,
    }),
    tell({
      goal: 'G2',
      what,
      figure: `${shown}, raw insert ${showRuns(runs.raw)}, ratio ${showSpread(toRaw)}`,
      aim: '<= 1.5x raw',
      isReached: toRaw.median <= 1.5,
    }),
  ]
}

async function compareMany(contest: Contest, clients: number): Promise<Finding[]> {
  const [shop, copies] = [shopAppends(contest, 100), rawCopies(contest, 100)]
  const runs = await interleave(rounds, {
    shop: () => drive(clients, milliseconds, shop),
    emmett: () => contest.peer.call('append', clients, milliseconds, 100),
    copy: () => drive(clients, milliseconds, copies),
  })
  const toEmmett = ratioOf(runs.shop, runs.emmett, rateOf)
  const toCopy = ratioOf(runs.shop, runs.copy, rateOf)
  const what = `100 events an append, ${clients} clients, events/s`
  const shown = `shop ${showRuns(runs.shop, 100)}`
  return [
    tell({
      goal: 'G3',
      what,
      figure: `${shown}, COPY ${showRuns(runs.copy, 100)}, ratio ${showSpread(toCopy)}`,
      aim: '>= 0.6x COPY',
      isReached: toCopy.median >= 0.6,
    }),
    tell({
      goal: 'G3',
      what,
      figure: `${shown}, Emmett ${showRuns(runs.emmett, 100)}, ratio ${showSpread(toEmmett)}`,
      aim: '>= 3x Emmett',
      isReached: toEmmett.median >= 3,
    }),
  ]
}
