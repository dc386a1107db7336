// What clang knows of each function defined under --root: one JSON object a line with its place, the counts of its CFG and its direct calls.
// Build: clang++-19 -O1 -std=c++17 -fno-rtti clang_functions.cpp -o clang_functions $(llvm-config-19 --cppflags) \
//        -L$(llvm-config-19 --libdir) -l:libclang-cpp.so.19.1 -lLLVM-19
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Analysis/CFG.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Index/USRGeneration.h"
#include "clang/Lex/Lexer.h"
#include "clang/Tooling/CommonOptionsParser.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/JSON.h"
#include <map>
#include <set>
using namespace clang;
using namespace llvm;
using namespace clang::tooling;
static cl::OptionCategory Cat("clang_functions");
static cl::opt<std::string> Root("root", cl::desc("only definitions whose file starts with"), cl::cat(Cat), cl::init("/"));
static cl::opt<bool> Dtors("dtors", cl::desc("implicit+temp dtors in CFG"), cl::cat(Cat), cl::init(false));
static std::string qname(const NamedDecl *D) {
  std::string s;
  raw_string_ostream o(s);
  PrintingPolicy P(D->getASTContext().getLangOpts());
  P.SuppressTemplateArgsInCXXConstructors = true;
  D->printQualifiedName(o, P);
  return o.str();
}
static std::string usr(const Decl *D) {
  SmallString<128> b;
  if (clang::index::generateUSRForDecl(D, b))
    return "";
  return b.str().str();
}
static const FunctionDecl *pattern(const FunctionDecl *F) {
  if (!F)
    return F;
  if (auto *T = F->getTemplateInstantiationPattern())
    return T;
  return F;
}
struct Calls : RecursiveASTVisitor<Calls> {
  ASTContext &C;
  SourceManager &SM;
  json::Array out;
  const Decl *self;
  Calls(ASTContext &c) : C(c), SM(c.getSourceManager()) {}
  bool shouldVisitImplicitCode() const { return true; }
  bool shouldVisitTemplateInstantiations() const { return false; }
  bool TraverseLambdaExpr(LambdaExpr *L) { // captures only; the body belongs to the lambda's operator()
    for (auto *I : L->capture_inits())
      TraverseStmt(I);
    return true;
  }
  bool TraverseDecl(Decl *D) {
    if (D && D != self && (isa<RecordDecl>(D)))
      return true;
    return RecursiveASTVisitor::TraverseDecl(D);
  }
  void add(const FunctionDecl *F, SourceLocation L, const char *kind) {
    F = pattern(F);
    auto PL = SM.getPresumedLoc(SM.getExpansionLoc(L));
    const FunctionDecl *Def = nullptr;
    bool has = F->hasBody(Def);
    const FunctionDecl *T = has ? Def : F;
    auto TL = SM.getPresumedLoc(SM.getExpansionLoc(T->getLocation()));
    auto *M = dyn_cast<CXXMethodDecl>(F);
    out.push_back(json::Object{{"to", qname(F)},
                               {"to_usr", usr(F)},
                               {"kind", kind},
                               {"line", PL.isValid() ? (int)PL.getLine() : 0},
                               {"to_file", TL.isValid() ? TL.getFilename() : ""},
                               {"to_line", TL.isValid() ? (int)TL.getLine() : 0},
                               {"virtual", M ? M->isVirtual() : false},
                               {"sys", SM.isInSystemHeader(SM.getExpansionLoc(T->getLocation()))},
                               {"implicit", F->isImplicit()},
                               {"macro", L.isMacroID()}});
  }
  bool VisitCallExpr(CallExpr *E) {
    if (auto *F = E->getDirectCallee()) {
      const char *k = "call";
      if (isa<CXXOperatorCallExpr>(E))
        k = "operator";
      else if (auto *M = dyn_cast<CXXMemberCallExpr>(E)) {
        k = "member";
        if (auto *ME = dyn_cast<MemberExpr>(M->getCallee()->IgnoreParens()))
          if (auto *MD = dyn_cast<CXXMethodDecl>(F))
            if (MD->isVirtual() && ME->performsVirtualDispatch(C.getLangOpts()))
              k = "virtual";
      }
      add(F, E->getExprLoc(), k);
    } else {
      auto PL = SM.getPresumedLoc(SM.getExpansionLoc(E->getExprLoc()));
      const Expr *c = E->getCallee()->IgnoreParenImpCasts();
      std::string n;
      raw_string_ostream o(n);
      c->printPretty(o, nullptr, PrintingPolicy(C.getLangOpts()));
      out.push_back(json::Object{{"to", json::fixUTF8(n)},
                                 {"kind", E->isTypeDependent() || c->isTypeDependent() ? "dependent" : "indirect"},
                                 {"line", PL.isValid() ? (int)PL.getLine() : 0}});
    }
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) {
    add(E->getConstructor(), E->getLocation(), "construct");
    return true;
  }
  bool VisitCXXNewExpr(CXXNewExpr *E) {
    if (auto *F = E->getOperatorNew())
      add(F, E->getBeginLoc(), "new");
    return true;
  }
  bool VisitCXXDeleteExpr(CXXDeleteExpr *E) {
    if (auto *F = E->getOperatorDelete())
      add(F, E->getBeginLoc(), "delete");
    auto T = E->getDestroyedType();
    if (!T.isNull())
      if (auto *R = T->getAsCXXRecordDecl())
        if (auto *D = R->hasDefinition() ? R->getDestructor() : nullptr)
          add(D, E->getBeginLoc(), D->isVirtual() ? "virtual_dtor" : "dtor");
    return true;
  }
};
struct V : RecursiveASTVisitor<V> {
  ASTContext &C;
  SourceManager &SM;
  V(ASTContext &c) : C(c), SM(c.getSourceManager()) {}
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return false; }
  bool shouldVisitLambdaBody() const { return true; }
  bool VisitLambdaExpr(LambdaExpr *L) {
    emit(L->getCallOperator(), true);
    return true;
  }
  bool VisitFunctionDecl(FunctionDecl *F) {
    if (!(F->isThisDeclarationADefinition() || (pattern(F) != F && F->hasBody())) || F->isDefaulted() || F->isDeleted())
      return true;
    if (auto *M = dyn_cast<CXXMethodDecl>(F))
      if (M->getParent()->isLambda())
        return true;
    emit(F, false);
    return true;
  }
  void emit(FunctionDecl *F, bool lambda) {
    Stmt *B = F->getBody();
    if (!B)
      return;
    auto L = SM.getExpansionLoc(F->getLocation());
    if (SM.isInSystemHeader(L))
      return;
    auto P = SM.getPresumedLoc(L);
    if (P.isInvalid())
      return;
    std::string file = P.getFilename();
    SmallString<256> abs(file);
    SM.getFileManager().makeAbsolutePath(abs);
    sys::path::remove_dots(abs, true);
    if (!abs.str().starts_with(Root))
      return;
    json::Object o;
    o["file"] = abs.str().str();
    o["name"] = lambda ? std::string("<lambda>") : qname(F);
    o["usr"] = usr(F);
    o["line"] = (int)P.getLine();
    o["begin"] = (int)SM.getExpansionLineNumber(F->getBeginLoc());
    o["end"] = (int)SM.getExpansionLineNumber(F->getEndLoc());
    o["lambda"] = lambda;
    o["template"] = F->isDependentContext();
    o["noreturn"] = F->isNoReturn();
    o["main"] = SM.isInMainFile(L);
    o["macro"] = F->getLocation().isMacroID();
    o["dependent"] = F->isDependentContext();
    o["instance"] = pattern(F) != F;
    {
      std::string s;
      raw_string_ostream so(s);
      F->getReturnType().print(so, PrintingPolicy(C.getLangOpts()));
      o["rtype"] = so.str();
      o["nparam"] = (int)F->getNumParams();
    }
    CFG::BuildOptions BO;
    BO.AddInitializers = true;
    BO.AddImplicitDtors = Dtors;
    BO.AddTemporaryDtors = Dtors;
    BO.PruneTriviallyFalseEdges = true;
    BO.AddEHEdges = false;
    BO.AddStaticInitBranches = true;
    BO.setAllAlwaysAdd();
    std::unique_ptr<CFG> G;
    G = CFG::buildCFG(F, B, &C, BO);
    if (!G)
      o["cfg"] = nullptr;
    else {
      int n = 0, e = 0, un = 0, dec = 0, ret = 0, thr = 0, nr = 0, arms = 0, exitp = 0;
      std::map<std::string, int> K;
      std::set<const CFGBlock *> reach;
      std::vector<const CFGBlock *> st{&G->getEntry()};
      while (!st.empty()) {
        auto *b = st.back();
        st.pop_back();
        if (!reach.insert(b).second)
          continue;
        for (auto &s : b->succs())
          if (s.getReachableBlock())
            st.push_back(s.getReachableBlock());
      }
      int er = 0;
      int retr = 0;
      for (auto *b : *G) {
        n++;
        int so = 0;
        bool rb = reach.count(b);
        for (auto &s : b->succs()) {
          if (s.getReachableBlock()) {
            e++;
            if (rb)
              er++;
          } else if (s.getPossiblyUnreachableBlock())
            un++;
          so++;
        }
        if (b->hasNoReturnElement())
          nr++;
        for (auto &s : b->succs())
          if (s.getReachableBlock() == &G->getExit() && rb)
            exitp++;
        for (auto &el : *b)
          if (auto S = el.getAs<CFGStmt>()) {
            if (isa<ReturnStmt>(S->getStmt()) || isa<CoreturnStmt>(S->getStmt())) {
              ret++;
              if (rb)
                retr++;
            }
            if (isa<CXXThrowExpr>(S->getStmt()))
              thr++;
          }
        if (so >= 2) {
          dec++;
          auto *T = b->getTerminatorStmt();
          const char *k = "other";
          if (T) {
            if (isa<IfStmt>(T))
              k = "if";
            else if (isa<ForStmt>(T))
              k = "for";
            else if (isa<WhileStmt>(T))
              k = "while";
            else if (isa<DoStmt>(T))
              k = "do";
            else if (isa<CXXForRangeStmt>(T))
              k = "rangefor";
            else if (isa<SwitchStmt>(T)) {
              k = "switch";
              arms += so;
            } else if (isa<CXXTryStmt>(T))
              k = "try";
            else if (isa<AbstractConditionalOperator>(T))
              k = "cond";
            else if (auto *BOp = dyn_cast<BinaryOperator>(T))
              k = BOp->getOpcode() == BO_LAnd ? "and" : BOp->getOpcode() == BO_LOr ? "or" : "other";
            else if (isa<IndirectGotoStmt>(T))
              k = "igoto";
            else if (isa<DeclStmt>(T))
              k = "static_init";
            else if (isa<CXXBindTemporaryExpr>(T))
              k = "tempdtor";
            else
              k = T->getStmtClassName();
          }
          K[k]++;
        }
      }
      json::Object kk;
      for (auto &p : K)
        kk[p.first] = p.second;
      o["cfg"] = json::Object{{"blocks", n},
                              {"edges", e},
                              {"reach_blocks", (int)reach.size()},
                              {"reach_edges", er},
                              {"cyclomatic", er - (int)reach.size() + 2},
                              {"unreach_edges", un},
                              {"decisions", dec},
                              {"kinds", std::move(kk)},
                              {"switch_arms", arms},
                              {"returns", ret},
                              {"reach_returns", retr},
                              {"throws", thr},
                              {"noreturn", nr},
                              {"exit_preds", exitp}};
    }
    Calls X(C);
    X.self = F;
    X.TraverseStmt(B);
    if (auto *CD = dyn_cast<CXXConstructorDecl>(F))
      for (auto *I : CD->inits())
        if (I->getInit())
          X.TraverseStmt(I->getInit());
    o["calls"] = std::move(X.out);
    outs() << json::Value(std::move(o)) << "\n";
  }
};
struct Cons : ASTConsumer {
  void HandleTranslationUnit(ASTContext &C) override {
    V v(C);
    v.TraverseDecl(C.getTranslationUnitDecl());
  }
};
struct Act : ASTFrontendAction {
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI, StringRef) override { return std::make_unique<Cons>(); }
};
int main(int c, const char **v) {
  auto E = CommonOptionsParser::create(c, v, Cat);
  if (!E) {
    errs() << toString(E.takeError());
    return 2;
  }
  ClangTool T(E->getCompilations(), E->getSourcePathList());
  T.appendArgumentsAdjuster(getInsertArgumentAdjuster({"-w", "-resource-dir=/usr/lib/llvm-19/lib/clang/19"}, ArgumentInsertPosition::END));
  return T.run(newFrontendActionFactory<Act>().get());
}
