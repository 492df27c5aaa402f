import type { OpsCommand } from '#backend/ops/cli/command.ts'
import { causeCommand } from '#backend/ops/commands/cause.ts'
import { deadLettersCommand } from '#backend/ops/commands/dead-letters.ts'
import { eraseCommand } from '#backend/ops/commands/erase.ts'
import { eventsCommand } from '#backend/ops/commands/events.ts'
import { exportCommand } from '#backend/ops/commands/export.ts'
import { historyCommand } from '#backend/ops/commands/history.ts'
import { importCommand } from '#backend/ops/commands/import.ts'
import { jobsCommand } from '#backend/ops/commands/jobs.ts'
import { partitionsCommand } from '#backend/ops/commands/partitions.ts'
import { pauseCommand, resumeCommand } from '#backend/ops/commands/pause.ts'
import { peopleCommands } from '#backend/ops/commands/people/people.ts'
import { importProductsCommand } from '#backend/ops/commands/products/import-products.ts'
import { provePriceCommand } from '#backend/ops/commands/prove-price.ts'
import { rebuildCommand, rollbackCommand } from '#backend/ops/commands/rebuild.ts'
import { rotateKeyCommand } from '#backend/ops/commands/rotate-key.ts'
import { statusCommand } from '#backend/ops/commands/status.ts'
import { verifyCommand } from '#backend/ops/commands/verify.ts'

export const opsCommands: readonly OpsCommand[] = [
  statusCommand,
  verifyCommand,
  rebuildCommand,
  rollbackCommand,
  pauseCommand,
  resumeCommand,
  deadLettersCommand,
  jobsCommand,
  eventsCommand,
  historyCommand,
  causeCommand,
  provePriceCommand,
  exportCommand,
  importCommand,
  importProductsCommand,
  ...peopleCommands,
  eraseCommand,
  rotateKeyCommand,
  partitionsCommand,
]
