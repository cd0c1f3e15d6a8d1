import type { Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import './article.css';
import { targetOf } from '@/features/notifications/widgets/follow-link';

/** Maximum number of characters that are parsed, so that an author's mistake does not freeze a phone. */
const MAX_LENGTH = 100_000;
/** Maximum depth of nested nodes, for the same reason. */
const MAX_DEPTH = 12;

/** Keeps at most MAX_DEPTH quote or list markers at the start of a line, so that parsing stays linear. */
const boundNesting = (text: string) =>
  text
    .slice(0, MAX_LENGTH)
    .replace(/^(?:[ \t]{0,3}(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))[ \t]?){13,}/gm, (marks) =>
      marks.slice(0, MAX_DEPTH * 2),
    );

function MarkdownLink({ url, children }: { url: string; children: ReactNode }) {
  const target = targetOf(url);
  if (target && 'path' in target) return <Link to={target.path}>{children}</Link>;
  if (target)
    return (
      <a href={target.href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    );
  // Render a link with a scheme that is not allowed as plain text.
  return <span>{children}</span>;
}

const isHttps = (url: string) => URL.canParse(url) && new URL(url).protocol === 'https:';

/** Renders one node of the tree. Rule: only the node types listed here become elements; HTML in the source shows as text. */
function draw(node: Nodes, depth: number): ReactNode {
  const children = () =>
    'children' in node && depth < MAX_DEPTH
      ? node.children.map((child, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the nodes of a parsed text keep their order
          <Fragment key={index}>{draw(child, depth + 1)}</Fragment>
        ))
      : null;
  switch (node.type) {
    case 'text':
      return node.value;
    case 'html':
      return node.value;
    case 'paragraph':
      // Authors write lists as lines without empty lines between them: keep the line breaks.
      return <p className="whitespace-pre-line">{children()}</p>;
    case 'heading':
      // The article's title is the page's only h1.
      return node.depth <= 2 ? <h2>{children()}</h2> : <h3>{children()}</h3>;
    case 'strong':
      return <strong>{children()}</strong>;
    case 'emphasis':
      return <em>{children()}</em>;
    case 'inlineCode':
      return <code>{node.value}</code>;
    case 'code':
      return (
        <pre>
          <code>{node.value}</code>
        </pre>
      );
    case 'blockquote':
      return <blockquote>{children()}</blockquote>;
    case 'list':
      return node.ordered ? <ol start={node.start ?? 1}>{children()}</ol> : <ul>{children()}</ul>;
    case 'listItem':
      return <li>{children()}</li>;
    case 'thematicBreak':
      return <hr />;
    case 'break':
      return <br />;
    case 'link':
      return <MarkdownLink url={node.url}>{children()}</MarkdownLink>;
    case 'image':
      return isHttps(node.url) ? <img src={node.url} alt={node.alt ?? ''} loading="lazy" /> : (node.alt ?? null);
    default:
      return 'children' in node ? children() : null;
  }
}

/** Parses an article. Never throws: unparsable text is shown unchanged. */
function parse(text: string): Root {
  try {
    return fromMarkdown(boundNesting(text));
  } catch (error) {
    console.error('An article could not be parsed:', error);
    return { type: 'root', children: [{ type: 'paragraph', children: [{ type: 'text', value: text }] }] };
  }
}

/** An article written in Markdown, as React elements. The console's preview uses this component too. */
export function Markdown({ text }: { text: string }) {
  return (
    <div className="article">
      {parse(text).children.map((node, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the nodes of a parsed text keep their order
        <Fragment key={index}>{draw(node, 0)}</Fragment>
      ))}
    </div>
  );
}
