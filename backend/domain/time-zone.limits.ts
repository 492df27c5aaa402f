// Where the shop is: its days begin, and its hours are told, by this clock.

export const timeZone = 'America/Argentina/Buenos_Aires'
/** As the screen calls it. */
export const timeZoneName = 'hora de Buenos Aires'
