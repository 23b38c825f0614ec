import { message, struct, word } from '../layout.ts'
import { location } from './location-layouts.ts'

const LOCATION = 0x0200

/** 0x0200, JT/T 808-2019 section 8.18. */
export const locationReport = message(LOCATION, 'location-report', struct({ location }), { to: 'position', at: 0, as: LOCATION })

/** 0x0201, JT/T 808-2019 section 8.20: the answer to 0x8201. */
export const locationAnswer = message(0x0201, 'location-answer', struct({ replySerial: word, location }), {
  to: 'position',
  at: 2,
  as: LOCATION,
  answersCommand: true,
})

/** 0x0500, JT/T 808-2019 section 8.37: the answer to 0x8500. */
export const vehicleControlAnswer = message(0x0500, 'vehicle-control-answer', struct({ replySerial: word, location }), {
  to: 'position',
  at: 2,
  as: LOCATION,
  answersCommand: true,
})

/** 0x8201, JT/T 808-2019 section 8.19. */
export const locationQuery = message(0x8201, 'location-query', struct({}))
