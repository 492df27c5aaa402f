import pg from 'pg'

const jsonOid = 114
const timestampOid = 1184

export const storedColumns = 'pos, stream_id, version, type, schema_version, data, meta, at'

/** Leaves json columns as text, since readers skip many rows unparsed. */
export const storedTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') => {
    if (oid === jsonOid) return (text: string) => text
    return oid === timestampOid ? (text: string) => new Date(text) : pg.types.getTypeParser(oid, format)
  }) as pg.CustomTypesConfig['getTypeParser'],
}
