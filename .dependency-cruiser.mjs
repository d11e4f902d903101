/**
 * Who may import whom: the table of ARCHITECTURE.md as rules. `tools/architecture.test.ts`
 * runs them and asserts how many files were read.
 * @type {import('dependency-cruiser').IConfiguration}
 */
export default {
  forbidden: [
    rule('no-cycles', {}, { circular: true }),
    rule(
      'no-orphans',
      {
        orphan: true,
        pathNot:
          '\\.(test|spec|d)\\.tsx?$|(main|entry-client|entry-server)\\.tsx?$|build\\.mjs$|\\.config\\.[mj]?ts$|/public/|^tools/',
      },
      {},
    ),
    // Modules of the academy's content come from a plugin of the build.
    rule('resolvable', {}, { couldNotResolve: true, pathNot: '^virtual:academy' }),

    // Packages import only what stands below them.
    rule(
      'packages-are-below-apps',
      { path: '^packages/' },
      { path: '^(apps|tools|e2e)/' },
    ),
    rule(
      'leaf-packages-stand-alone',
      { path: '^packages/(rules|chains|plates|abi|bundle)/' },
      { path: '^packages/', pathNot: '^packages/$1/' },
    ),
    rule(
      'academy-rests-on-api',
      { path: '^packages/academy/' },
      { path: '^packages/', pathNot: '^packages/(academy|api|rules)/' },
    ),
    rule(
      'lists-rest-on-rules',
      { path: '^packages/lists/' },
      { path: '^packages/', pathNot: '^packages/(lists|rules)/' },
    ),
    rule(
      'api-rests-on-rules',
      { path: '^packages/api/' },
      { path: '^packages/', pathNot: '^packages/(api|rules)/' },
    ),
    rule(
      'wallet-rests-on-rules-chains-and-abi',
      { path: '^packages/wallet/' },
      { path: '^packages/', pathNot: '^packages/(wallet|rules|chains|abi)/' },
    ),
    rule(
      'stand-ins-stay-out-of-the-product',
      { path: '^(packages|apps)/[^/]+/src/', pathNot: '\\.test\\.tsx?$' },
      { path: '^packages/[^/]+/testing/' },
    ),
    rule(
      'mint-rests-on-rules-wallet-and-abi',
      { path: '^packages/mint/' },
      { path: '^packages/', pathNot: '^packages/(mint|rules|wallet|abi)/' },
    ),
    rule(
      'works-rest-on-rules',
      { path: '^packages/works/' },
      { path: '^packages/', pathNot: '^packages/(works|rules)/' },
    ),
    rule(
      'apps-stand-alone',
      { path: '^apps/([^/]+)/' },
      { path: '^(apps|tools|e2e)/', pathNot: '^apps/$1/' },
    ),

    // Web: routes → shell → features → components → ui; lib below all of them.
    rule(
      'features-stand-alone',
      { path: '^apps/web/src/features/(?!collection/)([^/]+)/' },
      { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    ),
    rule(
      'collection-rests-on-mint',
      { path: '^apps/web/src/features/collection/' },
      {
        path: '^apps/web/src/features/',
        pathNot: '^apps/web/src/features/(collection|mint)/',
      },
    ),
    rule(
      'web-layers-shell',
      { path: '^apps/web/src/shell/' },
      { path: '^apps/web/src/routes/' },
    ),
    rule(
      'web-layers-features',
      { path: '^apps/web/src/features/' },
      { path: '^apps/web/src/(routes|shell)/' },
    ),
    rule(
      'web-layers-components',
      { path: '^apps/web/src/components/' },
      { path: '^apps/web/src/(routes|shell|features)/' },
    ),
    rule(
      'ui-knows-no-product',
      { path: '^apps/web/src/ui/' },
      { path: '^apps/web/src/(routes|shell|features|components|lib)/|^packages/' },
    ),
    rule(
      'lib-has-no-screen',
      { path: '^apps/web/src/lib/' },
      { path: '^apps/web/src/(routes|shell|features|components|ui)/' },
    ),

    rule(
      'client-rests-on-api',
      { path: '^packages/client/' },
      { path: '^packages/', pathNot: '^packages/(client|api|rules)/' },
    ),
    rule(
      'web-reads-networks-from-the-api',
      { path: '^apps/web/' },
      { path: '^packages/chains/' },
    ),

    // Server: areas meet in services; the indexer and what all areas share know no product noun.
    rule(
      'areas-meet-in-services',
      {
        path: '^apps/server/src/areas/([^/]+)/',
        pathNot: '^apps/server/src/areas/(collections|discovery)/|\\.test\\.ts$',
      },
      {
        path: '^apps/server/src/areas/[^/]+/',
        pathNot: '^apps/server/src/areas/($1/|[^/]+/service(/|\\.ts$))',
      },
    ),
    // Three areas share the tables of collections: indexing writes, collections reads one,
    // discovery reads many.
    rule(
      'collections-rest-on-indexing',
      { path: '^apps/server/src/areas/collections/', pathNot: '\\.test\\.ts$' },
      {
        path: '^apps/server/src/areas/[^/]+/',
        pathNot:
          '^apps/server/src/areas/((collections|indexing)/|[^/]+/service(/|\\.ts$))',
      },
    ),
    rule(
      'discovery-rests-on-collections',
      { path: '^apps/server/src/areas/discovery/', pathNot: '\\.test\\.ts$' },
      {
        path: '^apps/server/src/areas/[^/]+/',
        pathNot:
          '^apps/server/src/areas/((discovery|collections|indexing)/|[^/]+/service(/|\\.ts$))',
      },
    ),
    rule(
      'indexer-knows-no-area',
      { path: '^apps/server/src/indexer/', pathNot: '\\.test\\.ts$' },
      { path: '^apps/server/src/(areas|app|main|server)' },
    ),
    rule(
      'shared-server-code-knows-no-area',
      {
        path: '^apps/server/src/(http|database|configuration|events|pages|files)/',
        pathNot: '\\.test\\.ts$',
      },
      { path: '^apps/server/src/(areas|indexer|app|main|server)' },
    ),
    rule(
      'configuration-and-database-are-lowest',
      {
        path: '^apps/server/src/(database|configuration|files)/',
        pathNot: '\\.test\\.ts$',
      },
      { path: '^apps/server/src/(http|events|pages)/' },
    ),
    rule(
      'only-queries-speak-sql',
      { path: '^apps/server/src/areas/', pathNot: '/queries(/|\\.ts$)|\\.test\\.ts$' },
      { path: 'node_modules/(kysely|pg|@electric-sql)' },
    ),
    rule(
      'services-know-no-http',
      { path: '^apps/server/src/areas/.*/(service|queries|projection)(/|\\.ts$)' },
      { path: 'node_modules/fastify|/http/route\\.ts' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(\\.cache|\\.tsc|dist)/' },
    parser: 'swc',
    tsPreCompilationDeps: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css'],
    },
  },
}

function rule(name, from, to) {
  return { name, severity: 'error', from, to }
}
