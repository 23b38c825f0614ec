import { hashPassword } from '@tanker/contract/password'

const WORDS =
  'password passw0rd p@ssword p@ssw0rd pass admin administrator root user test guest demo manager operator dispatcher driver customer login ' +
  'welcome hello letmein iloveyou woaini woaini1314 aini sunshine princess dragon monkey master superman batman football baseball basketball ' +
  'qwerty qwertyuiop qwer asdf asdfgh asdfghjkl zxcv zxcvbn zxcvbnm qazwsx qweasd qweasdzxc q1w2e3r4 1q2w3e4r 1qaz2wsx zaq12wsx abc abcd abcdef ' +
  'aa aaa aaaa aaaaaa tanker truck fuel oil petrol diesel gasoline station depot console fleet youguan youku youzhan jiayou cheliang siji diaodu ' +
  'guanli guanliyuan china beijing shanghai suzhou nanjing hangzhou guangzhou shenzhen zhongguo huawei sinopec shihua zhongshihua zhongshiyou ' +
  'michael jordan daniel ashley charlie jennifer michelle computer internet samsung google freedom whatever trustno shadow secret changeme default'
const ENDINGS =
  ' 0 1 2 3 7 8 9 00 01 11 12 22 66 69 77 88 99 000 001 007 111 123 222 321 520 521 666 777 888 999 1234 1314 12345 123456 !  ! @ # 1! 123! @123 #123 _123 2020 2021 2022 2023 2024 2025 2026'
const NUMBERS =
  '123321 112233 123123 121212 123654 147258 159357 258369 147258369 159753 789456 741852963 963852741 102030 131313 232323 520520 5201314 1314520 7758521 ' +
  '456456 789789 987654 010203 110110 100200 12344321 11223344 88889999 66668888'

/** About four thousand passwords that attackers try first. */
export const COMMON_PASSWORDS: readonly string[] = [...everyCommonOne()]

function* everyCommonOne(): Generator<string> {
  for (const word of WORDS.split(' ')) {
    for (const ending of new Set(ENDINGS.split(' '))) {
      yield word + ending
      if (ending === '' || /^(1|123|@123|2025|2026)$/.test(ending)) yield word.charAt(0).toUpperCase() + word.slice(1) + ending
    }
  }
  yield* NUMBERS.split(' ')
  for (let length = 1; length <= 12; length += 1) {
    for (let digit = 0; digit <= 9; digit += 1) yield String(digit).repeat(length)
    yield '1234567890123'.slice(0, length)
    yield '0123456789012'.slice(0, length)
    yield '9876543210987'.slice(0, length)
  }
}

/**
 * Whether a new password is a common one, or the user name with a usual ending. The server receives hashes, so it hashes the
 * list with the user name as the browser does; takes a few milliseconds, only when a password changes.
 */
export const isCommonPassword = (userName: string, received: string): boolean =>
  COMMON_PASSWORDS.some((common) => hashPassword(userName, common) === received) ||
  [userName, userName.toLowerCase()].some((name) => ENDINGS.split(' ').some((ending) => hashPassword(userName, name + ending) === received))
