import { BYTES, endpoint } from '../endpoint.ts'
import { alarmPhotos, alarmPhotosQuery, photoFileQuery } from '../photos.ts'

const policy = { permission: 'monitor/view_photos' } as const

export const photoCalls = {
  ofAlarm: endpoint({
    method: 'GET',
    path: '/photos/alarm',
    policy,
    summary: 'List the photos that cameras of the truck took around an alarm',
    input: alarmPhotosQuery,
    answer: alarmPhotos,
  }),
  file: endpoint({
    method: 'GET',
    path: '/photos/file',
    policy,
    summary: 'A photo that a camera of a truck took, whole or in part (Range)',
    input: photoFileQuery,
    answer: BYTES,
    shownAs: ['image/jpeg', 'image/png'],
  }),
}
