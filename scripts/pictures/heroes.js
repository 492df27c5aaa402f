// Hero rooms.
export const heroes = {}
