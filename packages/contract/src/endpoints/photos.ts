import { BYTES, endpoint } from '../endpoint.ts'
import { photoFileQuery } from '../photos.ts'

export const photoCalls = {
  file: endpoint({
    method: 'GET',
    path: '/photos/file',
    policy: { permission: 'monitor/view_photos' },
    summary: 'A photo that a camera of a truck took, whole or in part (Range)',
    input: photoFileQuery,
    answer: BYTES,
    shownAs: ['image/jpeg', 'image/png'],
  }),
}
