/** Secrets are masked, code is not. The fake secrets are put together here, so that no scanner takes them for real ones. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redactSecrets, redactSecretsAndEmails } from '../../server/core/security/redact.js';

/** Random-looking text, the same in every run. */
function noise(length: number, alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', seed = 42): string {
  let text = '';
  for (let i = 0; i < length; i++) {
    seed = (seed * 1_664_525 + 1_013_904_223) >>> 0;
    text += alphabet[(seed >>> 8) % alphabet.length];
  }
  return text;
}
const hex = (length: number) => noise(length, '0123456789abcdef');
const base32 = (length: number) => noise(length, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567');
const join = (...parts: string[]) => parts.join('');

/** What stands between « and » must be masked, and nothing else. */
const secrets: readonly string[] = [
  'config.First.MailboxPassword = opt.MailboxPassword',
  `key = "«${join('AK', 'IA', base32(16))}»"`,
  `aws_secret_access_key = «${noise(40)}»`,
  `const k = '«${join('AI', 'za', noise(35))}»';`,
  `token: «${join('gh', 'p_', noise(36))}»`,
  `«${join('github', '_pat_', noise(22), '_', noise(59))}»`,
  `GITLAB=«${join('gl', 'pat-', noise(20))}»`,
  `slack("«${join('xo', 'xb-', '123456789012-', noise(24))}»")`,
  `https://hooks.slack.com/services/«${join('T0', noise(8), '/B0', noise(8), '/', noise(24))}»`,
  `stripe.key = "«${join('sk', '_live_', noise(24))}»"`,
  `OPENAI = "«${join('s', 'k-proj-', noise(48))}»"`,
  `"«${join('s', 'k-ant-api03-', noise(80))}»"`,
  `//registry.npmjs.org/:_authToken=«${join('np', 'm_', noise(36))}»`,
  `//registry.example.org/:_authToken=«${noise(36)}»`,
  `sid = "«${join('S', 'K', hex(32))}»"`,
  `send("«${join('S', 'G.', noise(22), '.', noise(43))}»")`,
  `bot = '«${join('1234567890', ':A', 'A', noise(33))}»'`,
  `jwt = «${join('ey', 'J', noise(20), '.ey', 'J', noise(40), '.', noise(43))}»`,
  `AccountName=x;AccountKey=«${noise(86)}==»;EndpointSuffix=core.windows.net`,
  `Endpoint=sb://x/;SharedAccessKey=«${noise(43)}=»`,
  `client = "«${join(noise(3), '8', 'Q~', noise(34))}»"`,
  `"«${join('hv', 's.', noise(28))}»"`,
  'postgres://app:«h7Kq2pW»@db.internal:5432/app',
  'amqp://svc:«s.Kw-9%21x»@mq/vhost',
  `const password = "«Tr0ub4dor&3x»";`,
  `password: "«kX9#mQ2$vL»"`,
  `  'client_secret' => '«${noise(32)}»',`,
  `SECRET_KEY = "«${hex(64)}»"`,
  `os.environ["API_TOKEN"] = "«${noise(30)}»"`,
  `const apiKey: string = \`«${noise(32)}»\`;`,
  `DB_PASSWORD=«${noise(22)}»`,
  `export AUTH_TOKEN=«${noise(30)}»  # the token`,
  `  password: «${noise(18)}»`,
  `"Server=db;User Id=sa;Password=«Gx7-pl0v»;Encrypt=yes"`,
  `host=db user=app password=«Gx7-pl0v» dbname=x`,
  `-H "Authorization: Bearer «${noise(40)}»"`,
  `Authorization: Basic «${noise(28)}==»`,
];

const begin = (kind: string) => `-----BEGIN ${kind}PRIVATE KEY-----`;
const end = (kind: string) => `-----END ${kind}PRIVATE KEY-----`;

test('secrets are masked exactly, and lengths stay', () => {
  for (const marked of secrets) {
    for (const [before, after] of [
      ['', ''],
      ['// first line\r\n', '\nlast line()'],
      ['π🦀\n', '\nnext é'],
    ] as const) {
      const text = before + marked.replace(/[«»]/g, '') + after;
      const expected = before + marked.replace(/«(.*?)»/g, (_, secret: string) => '*'.repeat(secret.length)) + after;
      assert.equal(redactSecrets(text), expected, marked);
    }
  }
});

test('private-key blocks are masked, line breaks and code around them stay', () => {
  const lines = [noise(64), noise(64, undefined, 7), `${noise(10)}==`];
  for (const kind of ['', 'RSA ', 'EC ', 'OPENSSH ', 'ENCRYPTED ']) {
    const text = redactSecrets(`a\n${begin(kind)}\r\n${lines.join('\r\n')}\n${end(kind)}\nb = 1\n`);
    assert.equal(text, `a\n${begin(kind)}\r\n${lines.map((line) => '*'.repeat(line.length)).join('\r\n')}\n${end(kind)}\nb = 1\n`);
  }
  const json = `{"private_key": "${begin('')}\\n${lines.join('\\n')}\\n${end('')}\\n"}`;
  const masked = redactSecrets(json);
  assert.equal(masked.length, json.length);
  for (const line of lines) assert.ok(!masked.includes(line.slice(0, 8)));
  assert.equal(redactSecrets(`x = "${begin('RSA ')}"\n${noise(64)}\n${noise(64)}\n`).includes(noise(64)), false, 'a block without its end');
  const code = `if (pem.startsWith("${begin('RSA ')}") && pem.includes("${end('RSA ')}")) return readTheKey(pem);\n`;
  assert.equal(redactSecrets(code), code);
  const printed = [
    `  append("${begin('')}\\n")`,
    '  encodeBase64Lines(keyPair.private.encoded.toByteString())',
    `  append("${end('')}\\n")`,
  ];
  assert.equal(redactSecrets(printed.join('\n')), printed.join('\n'), 'code that prints a key');
  const joined = redactSecrets([printed[0], `  append("${lines[0]}\\n")`, printed[2]].join('\n'));
  assert.ok(!joined.includes((lines[0] as string).slice(0, 8)) && joined.includes('append("***'), joined);
});

test('code, placeholders and names are left alone', () => {
  const harmless = [
    'code JwtSecretMissing = "SHOP300"',
    'token_variable: "SHOP_JWT_AUDIENCE",',
    'password = "changeme"',
    "const password = 'password123';",
    'token = "your-token-here"',
    'api_key: "<API_KEY>"',
    `secret = "\${SECRET}"`,
    'secret = os.environ["SECRET_KEY"]',
    'const token = await getToken(userId, 12345);',
    'let password = user1PasswordField2;',
    'private token: CancellationToken = CancellationToken.None;',
    'tokenType = "urn:ietf:params:oauth:token-type:jwt"',
    'tokenUrl: "https://accounts.google.com/o/oauth2/token2"',
    '"tokenizer": "Xenova/gpt-4o-mini2024"',
    'passwordResetTemplateName = "reset_password_v2_2024"',
    'token: "string.quoted.double.ts"',
    'const PASSWORD_REGEX = "^[A-Za-z0-9]{8,64}$";',
    'secretName: "my-app-tls-cert-2024"',
    '<input type="password" placeholder="Enter 8+ chars">',
    'password: z.string().min(8).max(64)',
    'API_KEY=',
    'password=None',
    'token = 0x1234567890ABCDEF',
    'if (token == "IDENTIFIER_NAME_2") {',
    'class="sk-loading-spinner-container-large"',
    'https://user:password@example.com/',
    `https://\${user}:\${password}@host/`,
    'http://localhost:8080/a@b',
    'postgres://postgres:postgres@localhost/db',
    'ssh://git@github.com:22/x',
    'Authorization: Bearer <token>',
    `Authorization: Bearer \${token}`,
    'the bearer of this certificate',
    'basic authentication-scheme',
    `"integrity": "sha512-${noise(86)}=="`,
    `const hash = "${hex(40)}";`,
    'id = "550e8400-e29b-41d4-a716-446655440000"',
    'ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    'connectionString = builder.Configuration.GetConnectionString("Default1");',
    'eyJhbGciOi...',
    'private_key_path = "/etc/ssl/private/key1.pem"',
    'def password(self, passwd: str = "x") -> None:',
    'if let user = credential.user, let password = credential.password {',
    'connect(host=host, password=credentials.password, user=user)',
    'keyboard.press("Control+Shift+T1")',
  ];
  for (const line of harmless) assert.equal(redactSecrets(`${line}\n`), `${line}\n`);
});

test('time is linear on hostile text', () => {
  const size = 400_000;
  const shapes = [
    'eyJ',
    'eyJ-',
    'eyJaaaaaaaaaa.',
    'sk-',
    'password',
    'password=',
    'password="',
    'secret: ',
    'token',
    `${begin('')}\n`,
    '-----BEGIN ',
    '://',
    '://a:',
    '://a:b@',
    '@',
    'a@',
    'a.',
    'bearer ',
    'basic aaaaaaaaaaaa ',
    'AKIA',
    ':AA',
    'Q~',
    'sig=',
    'x',
    ' ',
    '\n',
    '"',
    'gh',
    'Server=;Password=x',
  ];
  const timeOf = (text: string): number => {
    const from = performance.now();
    redactSecretsAndEmails(text);
    return performance.now() - from;
  };
  const code = 'const total = items.reduce((sum, { price }) => sum + price, 0);\n';
  const usualMs = Math.max(1, timeOf(code.repeat(size / code.length)));
  for (const shape of shapes) {
    const text = shape.repeat(size / shape.length);
    const ms = timeOf(text);
    // Quadratic time would be minutes.
    assert.ok(ms < 500 * usualMs, `${JSON.stringify(shape)}: ${ms.toFixed(0)} ms, ordinary code ${usualMs.toFixed(0)} ms`);
  }
});

test('masks e-mail addresses where the setting asks for it', () => {
  const text = 'Jane Doe <jane.doe+x@mail.example.org>, @decorator, foo@1.2.3, a@b, git@github.com:x/y\n';
  const expected = `Jane Doe <${'*'.repeat(27)}>, @decorator, foo@1.2.3, a@b, ${'*'.repeat(14)}:x/y\n`;
  assert.equal(redactSecretsAndEmails(text), expected);
});
