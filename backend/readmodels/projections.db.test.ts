// What the specs show in memory is what stands in PostgreSQL, for every read model and every event that it handles.
import { describe, expect } from 'vitest'
import type { HandledEvent } from '#backend/eventstore/projections/projection.ts'
import { expectSameInPostgres } from '#backend/eventstore/testing/projection-spec.ts'
import { histories } from '#backend/readmodels/testing/facts.ts'
import { test } from '#backend/testing/core-fixture.ts'
import { projections, type ReadModel } from './projections.ts'

describe('rows in PostgreSQL are those of a fold in memory', () => {
  test.for(projections.map((projection) => [projection.name, projection] as const))(
    '%s',
    async ([name, projection], { owner }) => {
      const history = histories[name]
      expect(new Set(history.map(({ type }) => type))).toEqual(new Set(projection.eventTypes))
      await expectSameInPostgres<ReadModel>(owner, projection, history as HandledEvent<ReadModel>[])
    },
  )
})
