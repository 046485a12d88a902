/** Perl, with the words of Moose, Mojo::Base and the class feature. */
import { type Grammar, words } from '../grammar.js';
import { perlTokens } from '../perl-tokens.js';
import { unknown } from './unknown.js';

const sub = /^(?:(?:async|my|our)\s+)*(?:sub|method)\s+(?<name>\w+)/;
/** A subroutine that takes the object or the class first. */
const ofObject =
  /^\s*(?:\(\s*\$(?:self|class|this|c|app)\b|[^{]{0,200}\{\s*(?:my\s*\(?\s*\$(?:self|class|this)\b|[^}]{0,200}?(?:\bshift|\$_\[0\]|\$self)\s*->|(?:return\s+)?bless\b))/;

export const perl: Grammar = {
  ...unknown,
  name: 'perl',
  tokens: perlTokens,
  definitions: [
    { kind: 'module', scope: 'any', shape: 'rest', pattern: /^package\s+(?<name>[\w:]+)(?:\s+v?[\d._]+)?(?=\s*;)/ },
    { kind: 'class', scope: 'any', shape: 'block', pattern: /^(?:package|class|role)\s+(?<name>[\w:]+)/ },
    { kind: 'method', scope: 'any', shape: 'block', fixedName: true, pattern: sub, after: ofObject },
    { kind: 'function', scope: 'any', shape: 'block', fixedName: true, pattern: sub },
    { kind: 'property', scope: 'top', shape: 'line', pattern: /^(?:has|field)\s+['"$]?(?<name>\w+)/ },
    { kind: 'constant', scope: 'any', shape: 'line', pattern: /^use\s+constant\s+(?<name>[A-Za-z_]\w*)/ },
    { kind: 'variable', scope: 'top', shape: 'value', pattern: /^our\s+[$@%](?<name>\w+)/ },
    { kind: 'test', scope: 'any', shape: 'block', quotedName: true, pattern: /^subtest\s+["']/ },
  ],
  imports: [],
  functionsStay: true,
  mentions: 'packages',
  keywords: words(
    'if elsif else unless while until for foreach do sub my our local return last next redo and or not xor eq ne lt gt le ge cmp defined ref bless shift unshift push pop splice keys values each exists delete scalar wantarray print printf say die warn eval require use no package join split map grep sort reverse sprintf lc uc ucfirst lcfirst length substr index rindex chomp chop chr ord hex oct int abs open close binmode eof undef local qw q qq qr m s tr y x BEGIN END __PACKAGE__ __FILE__ __LINE__ goto given when default try catch finally async await can isa croak carp confess',
  ),
};
