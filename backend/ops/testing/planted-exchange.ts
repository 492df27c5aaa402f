// For tests: rows beside the log that were changed or taken away and contradict no other row, and what verify says of them.
import type { Damage } from './planted-damage.ts'

/** They disturb one another nowhere: all are planted at once. */
export const exchanges: Damage[] = [
  [
    'the password of another account',
    'accounts',
    /^cuenta user-1: su contraseña cifrada no es la que se guardó para ella$/,
    [
      'update auth.credentials c set password_hash = o.password_hash, binding = o.binding from auth.credentials o where c.user_id = 1 and o.user_id = 2',
    ],
  ],
  [
    'a checkpoint that is paused',
    'checkpoints',
    /^carts: está en pausa, y nadie la alimenta: resume carts la sigue$/,
    ["update es.subscriptions set paused = true where name = 'carts' and state = 'live'"],
  ],
  [
    'an epoch that was set back',
    'checkpoints',
    /^orders: su época es 0, y ya fue \d+: un proceso que la perdió movería su avance$/,
    ["update es.subscriptions set epoch = 0 where name = 'orders' and state = 'live'"],
  ],
  [
    'the last link that is gone',
    'chain',
    /^cadena: falta el eslabón de las posiciones 101 a 200$/,
    ['delete from es.chain where upto = 200'],
  ],
  [
    'the fingerprint of another command',
    'commands',
    /^comando [0-9a-f-]{36}: dice la posición 5, y no se aceptó así$/,
    ["update es.commands set fingerprint = sha256('x') where pos = 5"],
  ],
  [
    'two commands that changed places',
    'commands',
    /^comando [0-9a-f-]{36}: dice la posición 1, y no se aceptó así$/,
    [
      'update es.commands c set pos = o.pos from es.commands o where (c.pos, o.pos) in (values (1::bigint, 2::bigint), (2, 1))',
    ],
  ],
  [
    'a job that would free units',
    'jobs',
    /^orden \d+: aparta unidades, y falta el trabajo que las libera$/,
    ["delete from job.job where name = 'expire-order'"],
  ],
  [
    'a round that is no longer on schedule',
    'jobs',
    /^trabajo reconcile-payments: no está en la agenda \(\* \* \* \* \*\)$/,
    ["delete from job.schedule where name = 'reconcile-payments'"],
  ],
]
