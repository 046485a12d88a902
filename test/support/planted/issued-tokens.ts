/** Planted tokens in the forms that their issuers give them. «…» encloses the secret. Put together at run time, so that no scanner finds one here. */
import { digits, lower, type RandomText, upper } from './random-text.js';

export interface PlantedKind {
  readonly name: string;
  /** Name of a file in which such a value is found. */
  readonly file: string;
  text(random: RandomText): string;
}

const j = (...parts: string[]) => parts.join('');
const base32 = `${upper}234567`;
const quotedIn = (file: string, name: string, value: (r: RandomText) => string): PlantedKind => ({
  name,
  file,
  text: (r) =>
    r.pick([
      `const client = connect("«${value(r)}»");`,
      `value = '«${value(r)}»'`,
      `  id: «${value(r)}»`,
      `call(region, "«${value(r)}»", 3)`,
      `# used before: «${value(r)}»`,
    ]) as string,
});
const issued = (name: string, value: (r: RandomText) => string): PlantedKind => quotedIn('client.ts', name, value);

const begin = (kind: string) => `-----BEGIN ${kind}PRIVATE KEY-----`;
const end = (kind: string) => `-----END ${kind}PRIVATE KEY-----`;
const pem = (r: RandomText, kind: string) => `${begin(kind)}\n«${r.base64(64)}»\n«${r.base64(64)}»\n«${r.base64(30)}==»\n${end(kind)}`;

export const issuedTokens: readonly PlantedKind[] = [
  issued('AWS access key', (r) => j(r.pick(['AK', 'AS']), 'IA', r.of(base32, 16))),
  { name: 'AWS secret key', file: 'credentials.ini', text: (r) => `aws_secret_access_key = «${r.base64(40)}»` },
  issued('Google API key', (r) => j('AI', 'za', r.url(35))),
  {
    name: 'Firebase',
    file: 'firebase.js',
    text: (r) => `const config = { apiKey: "«${j('AI', 'za', r.url(35))}»", authDomain: "x.firebaseapp.com" };`,
  },
  issued('Firebase messaging', (r) => j('AAAA', r.url(7), ':', 'APA91b', r.url(134))),
  issued('Google OAuth', (r) => j('GOC', 'SPX-', r.url(28))),
  {
    name: 'Azure storage',
    file: 'app.json',
    text: (r) => `{ "storage": "AccountName=x;AccountKey=«${r.base64(86)}==»;EndpointSuffix=core.windows.net" }`,
  },
  issued('Azure AD', (r) => j(r.text(3), '8', 'Q~', r.url(34))),
  {
    name: 'Azure SAS',
    file: 'link.md',
    text: (r) =>
      `https://x.blob.core.windows.net/c?sv=2020-08-04&sp=r&sig=«${r.base64(43).replaceAll('/', '%2F').replaceAll('+', '%2B')}%3D»`,
  },
  issued('GitHub', (r) => j('gh', r.pick(['p', 'o', 'u', 's', 'r']), '_', r.text(36))),
  issued('GitHub fine-grained', (r) => j('github', '_pat_', r.text(22), '_', r.text(59))),
  issued('GitLab', (r) => j('gl', r.pick(['pat', 'dt', 'rt', 'ptt']), '-', r.url(20))),
  issued('GitLab runner', (r) => j('GR13', '48941', r.url(20))),
  issued('Slack', (r) => j('xo', 'xb-', r.of(digits, 12), '-', r.of(digits, 12), '-', r.text(24))),
  {
    name: 'Slack webhook',
    file: 'notify.py',
    text: (r) => `URL = "https://hooks.slack.com/services/«T${r.of(upper, 8)}/B${r.of(upper, 8)}/${r.text(24)}»"`,
  },
  issued('Stripe', (r) => j(r.pick(['s', 'r']), 'k_', r.pick(['live', 'test', 'prod']), '_', r.text(24))),
  issued('Twilio', (r) => j('S', 'K', r.hex(32))),
  { name: 'Twilio token', file: '.settings.env', text: (r) => `TWILIO_AUTH_TOKEN=«${r.hex(32)}»` },
  issued('SendGrid', (r) => j('S', 'G.', r.url(22), '.', r.url(43))),
  issued('Mailgun', (r) => j('key', '-', r.hex(32))),
  { name: 'Mailgun signing', file: 'mail.rb', text: (r) => `mailgun_signing = "«${r.hex(32)}-${r.hex(8)}-${r.hex(8)}»"` },
  issued('Mailchimp', (r) => j(r.hex(32), '-us', r.of('12', 2))),
  issued('New Relic', (r) => j('NR', r.pick(['AK', 'II', 'JS']), '-', r.of(`${upper}${digits}`, 27))),
  { name: 'New Relic license', file: 'newrelic.yml', text: (r) => `common:\n  license_key: «${r.hex(36)}NRAL»` },
  issued('Discord bot', (r) => j(r.pick(['M', 'N', 'O']), r.text(25), '.', r.text(6), '.', r.url(38))),
  { name: 'Discord webhook', file: 'hook.js', text: (r) => `post('https://discord.com/api/webhooks/«${r.of(digits, 18)}/${r.url(68)}»')` },
  issued('Square', (r) => j('sq0', r.pick(['atp-', 'csp-']), r.url(22), r.url(21))),
  issued('Square access', (r) => j('EA', 'AA', r.url(60))),
  issued('Facebook', (r) => j('EA', 'AC', r.text(120))),
  issued('Databricks', (r) => j('da', 'pi', r.hex(32))),
  issued('Braintree', (r) => j('access', '_token$production$', r.of(lower + digits, 16), '$', r.hex(32))),
  issued('npm', (r) => j('np', 'm_', r.text(36))),
  { name: 'npm registry', file: 'npm.ini', text: (r) => `//registry.example.org/:_authToken=«${r.uuid()}»\n_auth = «${r.base64(32)}»` },
  issued('PyPI', (r) => j('py', 'pi-AgEIcHlwaS5vcmc', r.url(70))),
  issued('JSON web token', (r) => j('ey', 'J', r.text(20), '.ey', 'J', r.text(40), '.', r.url(43))),
  { name: 'private key', file: 'tls.conf', text: (r) => pem(r, r.pick(['', 'RSA ', 'EC ', 'OPENSSH ', 'DSA ', 'ENCRYPTED '])) },
  {
    name: 'private key in one line',
    file: 'key.json',
    text: (r) => `{ "pem": "${begin('')}\\n«${r.base64(64)}»\\n«${r.base64(64)}»\\n${end('')}\\n" }`,
  },
  {
    name: 'PGP key',
    file: 'pgp.txt',
    text: (r) =>
      `-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n«${r.base64(64)}»\n«${r.base64(64)}»\n=«${r.base64(4)}»\n-----END PGP PRIVATE KEY BLOCK-----`,
  },
  {
    name: 'PuTTY key',
    file: 'putty.txt',
    text: (r) =>
      `PuTTY-User-Key-File-2: ssh-rsa\nEncryption: none\nPrivate-Lines: 2\n«${r.base64(64)}»\n«${r.base64(64)}»\nPrivate-MAC: «${r.hex(40)}»`,
  },
  issued('DigitalOcean', (r) => j('do', r.pick(['p', 'o', 'r']), '_v1_', r.hex(64))),
  issued('Shopify', (r) => j('shp', r.pick(['at', 'ca', 'pa', 'ss']), '_', r.hex(32))),
  issued('HashiCorp Vault', (r) => j('hv', 's.', r.url(90))),
  issued('Terraform Cloud', (r) => j(r.text(14), '.atlas', 'v1.', r.url(67))),
  issued('Hugging Face', (r) => j('h', 'f_', r.text(34))),
  issued('OpenAI', (r) => j('s', 'k-', r.pick(['', 'proj-']), r.text(48))),
  issued('Anthropic', (r) => j('s', 'k-ant-api03-', r.url(93))),
  issued('Telegram', (r) => j(r.of('123456789', 10), ':A', 'A', r.url(33))),
  issued('Postman', (r) => j('PM', 'AK-', r.hex(24), '-', r.hex(34))),
  issued('Linear', (r) => j('lin', '_api_', r.text(40))),
  issued('Grafana', (r) => j('gl', 'sa_', r.text(32), '_', r.hex(8))),
  issued('Airtable', (r) => j('pat', r.text(14), '.', r.hex(64))),
  issued('Notion', (r) => j('ntn', '_', r.of(digits, 11), r.text(35))),
  issued('Figma', (r) => j('fi', 'gd_', r.url(40))),
  issued('PlanetScale', (r) => j('pscale', '_tkn_', r.text(43))),
  issued('Pulumi', (r) => j('pu', 'l-', r.hex(40))),
  issued('Doppler', (r) => j('dp', '.pt.', r.text(43))),
  issued('Dynatrace', (r) => j('dt0', 'c01.', r.of(`${upper}${digits}`, 24), '.', r.of(`${upper}${digits}`, 64))),
  issued('Alibaba', (r) => j('LT', 'AI', r.text(20))),
  issued('Docker Hub', (r) => j('dckr', '_pat_', r.url(27))),
  issued('Sentry', (r) => j('sntry', 'u_', r.hex(64))),
  issued('Atlassian', (r) => j('ATA', 'TT3', r.url(180))),
  issued('Artifactory', (r) => j('AK', 'Cp', r.text(69))),
  issued('Fly', (r) => j('fo1', '_', r.url(43))),
  issued('Perplexity', (r) => j('pp', 'lx-', r.text(48))),
  issued('Groq', (r) => j('gs', 'k_', r.text(52))),
  issued('age', (r) => j('AGE-SECRET', '-KEY-1', r.of(`${upper}${digits}`, 58))),
  {
    name: 'Teams webhook',
    file: 'teams.py',
    text: (r) => `HOOK = "https://acme.webhook.office.com/webhookb2/${r.uuid()}@${r.uuid()}/IncomingWebhook/«${r.hex(32)}»/${r.uuid()}"`,
  },
  { name: 'Heroku', file: 'deploy.sh', text: (r) => `export HEROKU_API_KEY=«${r.uuid()}»` },
  { name: 'Datadog', file: 'datadog.yaml', text: (r) => `datadog: «${r.hex(32)}»\napp_key: "«${r.hex(40)}»"` },
  { name: 'Algolia', file: 'search.js', text: (r) => `algoliasearch("LATENCY", "«${r.hex(32)}»")` },
  { name: 'Okta', file: 'okta.py', text: (r) => `okta = Client("«00${r.url(40)}»")` },
];
