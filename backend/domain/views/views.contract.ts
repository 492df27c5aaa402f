import { z } from 'zod'
import { each, matching, textUpTo } from '#backend/domain/list.contract.ts'
import { longestSearch } from './panel-lists.limits.ts'
import { isSameName, viewLimits } from './views.limits.ts'

const latestRevision = 2 ** 31 - 1

const view = z.object({
  name: textUpTo(viewLimits.name),
  tab: matching(/^[a-z]{1,20}$/),
  q: textUpTo(longestSearch).optional(),
  state: matching(/^[a-zA-Z]{1,20}$/).optional(),
  sort: matching(/^-?[a-zA-Z]{1,20}$/).optional(),
  ...each(['actor', 'kind', 'entity', 'from', 'to'], matching(/^[a-z\d:-]{1,60}$/).optional()),
})

/** `seen`: the revision that the list was made from. */
export const keptViews = z.object({
  seen: z.int().nonnegative().max(latestRevision),
  views: z
    .array(view)
    .max(viewLimits.views, `Podés guardar hasta ${viewLimits.views} vistas.`)
    .refine(
      (views) => views.every(({ name }, at) => !views.slice(0, at).some((other) => isSameName(other.name, name))),
      'Ya hay una vista con ese nombre.',
    ),
})

export const viewsAnswer = keptViews.omit({ seen: true }).extend({ revision: z.int() })
export type PanelViews = z.output<typeof viewsAnswer>
